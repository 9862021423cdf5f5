import Glibc
import Keychain
import KeychainFiles
import KeychainModel
import Synchronization

/// Waits for the commits of other programs to one keychain, and lists the items after such a commit. The work runs on a
/// thread of its own.
final class ChangeWatch: Sendable {
  private let keychain: KeychainCollection
  private let ownChanges: OwnChanges
  private let report: @Sendable (KnownItems.Listing) -> Void
  private let isStopped = Atomic(false)

  /// The time for which one call waits for a commit. After `stop`, the thread may continue for this time.
  private static let waitingTime = Duration.seconds(2)
  /// The shortest time between a commit and the listing, in microseconds. Commits that follow each other are listed together.
  private static let pause: UInt32 = 50_000
  /// The number of items that are read at once.
  private static let batchCount = 256

  /// - Parameters:
  ///   - ownChanges: The number of the service's own changes.
  ///   - report: Receives the listings. The first one is the state at the beginning.
  init(
    _ keychain: KeychainCollection, _ ownChanges: OwnChanges,
    report: @escaping @Sendable (KnownItems.Listing) -> Void
  ) {
    self.keychain = keychain
    self.ownChanges = ownChanges
    self.report = report
  }

  /// Returns false when no thread can be created.
  func start() -> Bool { DetachedThread.start { self.run() } }

  func stop() { isStopped.store(true, ordering: .relaxed) }

  private func run() {
    var cursor: ChangeCursor?
    var isListed = false
    while !isStopped.load(ordering: .relaxed) {
      do throws(KeychainError) {
        let news = try keychain.keychain().changes(since: cursor, waitingFor: Self.waitingTime)
        if !news.changes.isEmpty { usleep(Self.pause) }
        if !isListed || !news.changes.isEmpty {
          let start = ContinuousClock.now
          report(try list())
          isListed = true
          // A program that stores many items must not keep this thread busy all the time.
          let duration = ContinuousClock.now - start
          usleep(UInt32(clamping: 2 * duration.components.attoseconds / 1_000_000_000_000))
        }
        cursor = news.cursor
      } catch {
        // The keychain may be usable later.
        sleep(1)
      }
    }
  }

  private func list() throws(KeychainError) -> KnownItems.Listing {
    let start = ownChanges.count
    let found = try keychain.find(try FreeAttributes([]))
    var versions: [RowIdentifier: UInt64?] = [:]
    versions.reserveCapacity(found.count)
    for item in found { versions.updateValue(nil, forKey: item.identifier) }
    let readable = found.filter { !$0.isLocked }.map(\.identifier)
    for position in stride(from: 0, to: readable.count, by: Self.batchCount) {
      let batch = Array(readable[position..<min(position + Self.batchCount, readable.count)])
      for (identifier, version) in try keychain.versions(of: batch) {
        versions.updateValue(version, forKey: identifier)
      }
    }
    return KnownItems.Listing(start: start, versions: versions)
  }
}

/// Counts the changes that the service itself made. Any thread may read the count.
final class OwnChanges: Sendable {
  private let number = Atomic<UInt64>(1)

  var count: UInt64 { number.load(ordering: .acquiring) }

  /// Counts a change, and returns its number. A listing with a greater `start` contains the change.
  func next() -> UInt64 { number.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue }
}
