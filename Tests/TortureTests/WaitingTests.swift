import Glibc
import KeychainFiles
import KeychainModel
import Synchronization
import TestSupport
import Testing
import TortureScript

@testable import Keychain

/// Calls that wait for another process or thread fail at their deadline. The calls succeed after the other process or
/// thread has finished.
@Suite struct WaitingTests {
  /// Without a common deadline, a call could wait for the whole timeout twice. The limit is slightly less than twice
  /// the timeout, because a busy machine delays even a correct call.
  private let timeout = Duration.seconds(5)
  private let limit = Duration.milliseconds(9900)

  private func keychain(_ store: Store) -> LocalKeychain {
    LocalKeychain(
      StoreLocation(home: store.folder.path), clock: SystemClock(), random: SystemRandomStandIn(),
      timeout: timeout)
  }

  /// Each of eight threads may wait for its turn, for the file lock and for the database. One deadline covers all these
  /// waits.
  @Test(arguments: [false, true]) func waitingDoesNotAddUp(isOpen: Bool) throws {
    let store = try Store()
    #expect(store.simple.add("before").status == 0)
    let waiting = keychain(store)
    if isOpen { #expect(Simple(waiting).find("before").status == 0) }
    let lock = try FileLock("latchkey.lock", in: ProtectedDirectory.openOrCreate(store.folder.path))
    try lock.lock(.exclusive, timeout: .seconds(5))
    let longest = Mutex(Duration.zero)
    concurrently(8) { thread in
      let start = ContinuousClock.now
      let answer = Simple(waiting).add("item \(thread)")
      let duration = ContinuousClock.now - start
      #expect(answer.status == -25291)
      longest.withLock { $0 = max($0, duration) }
    }
    #expect(longest.withLock { $0 } < limit)
    lock.unlock()
    #expect(Simple(waiting).add("after").status == 0)
    #expect(Simple(waiting).count().text == "2")
  }

  @Test func writerOfAnotherConnectionIsWaitedFor() throws {
    let store = try Store()
    #expect(store.simple.add("before").status == 0)
    let waiting = keychain(store)
    let database = try Database(store.folder("keychain.db"))
    try database.execute("BEGIN IMMEDIATE")
    let start = ContinuousClock.now
    #expect(Simple(waiting).add("refused").status == -25291)
    #expect(ContinuousClock.now - start < limit)
    // A search does not wait for the writer.
    #expect(Simple(waiting).find("before").status == 0)
    try database.execute("ROLLBACK")
    #expect(Simple(waiting).add("after").status == 0)
  }
}
