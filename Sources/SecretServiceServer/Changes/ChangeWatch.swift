import Glibc
import Keychain
import KeychainFiles
import KeychainModel
import Synchronization

/// Waits for the commits of other programs to one keychain, and lists the items after such a commit. Also notices that the
/// keychain was locked or unlocked. The work runs on a thread of its own.
final class ChangeWatch: Sendable {
  private let keychain: KeychainCollection
  private let ownChanges: OwnChanges
  private let report: @Sendable (Report) -> Void
  private let isStopped = Atomic(false)
  /// Whether the keychain is locked, as far as clients know.
  private let knownLock = Atomic(KnownLock.unknown.rawValue)

  enum Report: Sendable {
    /// The items after a commit.
    case items(KnownItems.Listing)
    /// The keychain was locked or unlocked.
    case lock
  }

  private enum KnownLock: UInt8 {
    case unknown, unlocked, locked
  }

  /// The time for which one call waits for a commit, and the longest pause after a listing. After `stop`, the thread may
  /// continue for both.
  private static let waitingTime = Duration.seconds(2)
  /// The shortest time between a commit and the listing, in microseconds. Commits that follow each other are listed together,
  /// and fewer than 64 of the service's own commits fit into this time.
  private static let pause: UInt32 = 20_000
  /// The number of items that are read at once.
  private static let batchCount = 256

  /// - Parameters:
  ///   - ownChanges: The number of the service's own changes.
  ///   - report: Receives the reports. The first listing is the state at the beginning.
  init(
    _ keychain: KeychainCollection, _ ownChanges: OwnChanges,
    report: @escaping @Sendable (Report) -> Void
  ) {
    self.keychain = keychain
    self.ownChanges = ownChanges
    self.report = report
  }

  /// Returns false when no thread can be created.
  func start() -> Bool {
    // Clients find this state. The first look of the thread may come after a change.
    if let isLocked = try? keychain.isLocked() { _ = note(isLocked: isLocked) }
    return DetachedThread.start { self.run() }
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }

  private func run() {
    var cursor: ChangeCursor?
    // Whether the next listing may contain something new.
    var isDue = true
    var known = ownChanges.count
    while !isStopped.load(ordering: .relaxed) {
      do throws(KeychainError) {
        let client = try keychain.keychain()
        let news = try client.changes(since: cursor, waitingFor: Self.waitingTime)
        compareLock(isLocked: try keychain.isLocked())
        if !news.changes.isEmpty {
          isDue = true
          usleep(Self.pause)
        }
        let count = ownChanges.count
        let isOwn = Self.isOwn(news.changes, count - known, client)
        known = count
        // The service's own changes are listed when they have ended, so that the listing does not slow them down.
        if isDue, news.changes.isEmpty || !isOwn, !isStopped.load(ordering: .relaxed) {
          let start = ContinuousClock.now
          report(.items(try list()))
          isDue = false
          // A program that stores many items must not keep this thread busy all the time.
          let duration = ContinuousClock.now - start
          let pause = min(duration * 2, Self.waitingTime)
          usleep(UInt32(clamping: 1000 * pause.wholeMilliseconds))
        }
        cursor = news.cursor
      } catch {
        // The keychain may be usable later.
        sleep(1)
      }
    }
  }

  // MARK: Locking

  /// Notes whether the keychain is locked. Call it before the signals are sent. Any thread may call this function.
  ///
  /// - Returns: Whether clients do not know it yet.
  func note(isLocked: Bool) -> Bool {
    let new: KnownLock = isLocked ? .locked : .unlocked
    return knownLock.exchange(new.rawValue, ordering: .acquiringAndReleasing) != new.rawValue
  }

  /// Reports a difference to what clients know. The report is repeated until the difference is noted. The first state is
  /// the one that clients find.
  private func compareLock(isLocked: Bool) {
    let new: KnownLock = isLocked ? .locked : .unlocked
    let (isFirst, known) = knownLock.compareExchange(
      expected: KnownLock.unknown.rawValue, desired: new.rawValue, ordering: .acquiringAndReleasing)
    if !isFirst, known != new.rawValue { report(.lock) }
  }

  // MARK: Listing

  /// Whether the service itself made all of the changes. Only the latest 64 changes of a keychain are known.
  ///
  /// - Parameter ownCount: The number of changes that the service has noted meanwhile. A keychain in another process does
  ///   not tell who made a change.
  private static func isOwn(_ changes: [KeychainChange], _ ownCount: UInt64, _ client: KeychainClient) -> Bool {
    guard changes.count < 64 else { return false }
    return client.isInProcess ? changes.allSatisfy { $0.process == getpid() } : changes.count <= ownCount
  }

  private func list() throws(KeychainError) -> KnownItems.Listing {
    let start = ownChanges.count
    let found = try keychain.find(try FreeAttributes([]))
    var items: [KnownItems.ListedItem] = []
    items.reserveCapacity(found.count)
    for position in stride(from: 0, to: found.count, by: Self.batchCount) {
      let batch = found[position..<min(position + Self.batchCount, found.count)]
      let readable = batch.filter { !$0.isLocked }.map(\.identifier)
      let versions = readable.isEmpty ? [:] : try keychain.versions(of: readable)
      for item in batch {
        let version = versions[item.identifier]
        items.append(KnownItems.ListedItem(identifier: item.identifier, version: version ?? .unknown))
      }
    }
    return KnownItems.Listing(start: start, items: items)
  }
}

/// Counts the changes that the service itself made. Any thread may read the count.
final class OwnChanges: Sendable {
  private let number = Atomic<UInt64>(1)

  var count: UInt64 { number.load(ordering: .acquiring) }

  /// Counts a change, and returns its number. A listing with a greater `start` contains the change.
  func next() -> UInt64 { number.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue }
}
