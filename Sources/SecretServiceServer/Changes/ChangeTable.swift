import Keychain
import KeychainFiles
import KeychainModel

/// Finds the changes that other programs make in the keychains of the collections. Only the thread of the bus may use it.
final class ChangeTable {
  private struct Watched {
    let watch: ChangeWatch
    var known = KnownItems()
  }

  private let ownChanges = OwnChanges()
  private var watched: [String: Watched] = [:]
  private let listings = ForkSafeMutex<[(String, KnownItems.Listing)]>([])
  /// The collections whose keychains were locked or unlocked.
  private let lockReports = ForkSafeMutex<Set<String>>([])
  private let wake: @Sendable () -> Void

  /// The largest number of keychains that are watched. Each has a thread.
  private static let largestCount = 32

  /// - Parameter wake: Wakes the thread that calls `takeDifferences`. Any thread calls this function.
  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  deinit { stop() }

  /// Watches the keychains of these collections, and no others.
  func watch(_ collections: [NamedCollection]) {
    for name in watched.keys where !collections.contains(where: { $0.name == name }) {
      watched.removeValue(forKey: name)?.watch.stop()
    }
    for collection in collections where collection.name != CollectionDirectory.sessionName {
      let name = collection.name
      guard watched[name] == nil, watched.count < Self.largestCount, let keychain = collection.keychain else {
        continue
      }
      let (listings, lockReports, wake) = (listings, lockReports, wake)
      let watch = ChangeWatch(keychain, ownChanges) { report in
        switch report {
        case .items(let listing): listings.withLock { $0.append((name, listing)) }
        case .lock: lockReports.withLock { _ = $0.insert(name) }
        }
        wake()
      }
      if watch.start() { watched[name] = Watched(watch: watch) }
    }
  }

  func stop() {
    for one in watched.values { one.watch.stop() }
    watched = [:]
  }

  /// Notes a change of the service, which clients know of.
  func noteStored(_ identifier: RowIdentifier, in name: String) {
    watched[name]?.known.noteStored(identifier, ownChanges.next())
  }

  func noteDeleted(_ identifier: RowIdentifier, in name: String) {
    watched[name]?.known.noteDeleted(identifier, ownChanges.next())
  }

  /// Notes whether a collection is locked. Call it before the signals are sent.
  ///
  /// - Returns: Whether clients do not know it yet; nil for a collection that is not watched.
  func note(isLocked: Bool, in name: String) -> Bool? { watched[name]?.watch.note(isLocked: isLocked) }

  /// The collections that were locked or unlocked since the last call. Clients may know of it already.
  func takeLockReports() -> Set<String> {
    lockReports.withLock { reports in
      defer { reports = [] }
      return reports
    }
  }

  /// The changes of other programs since the last call, by collection.
  func takeDifferences() -> [(name: String, difference: KnownItems.Difference)] {
    let new = listings.withLock { listings in
      defer { listings = [] }
      return listings
    }
    return new.compactMap { name, listing in
      let difference = watched[name]?.known.take(listing) ?? KnownItems.Difference()
      return difference == KnownItems.Difference() ? nil : (name, difference)
    }
  }
}
