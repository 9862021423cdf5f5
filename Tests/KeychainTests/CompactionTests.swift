import CTestSupport
import Glibc
import KeychainCrypto
import KeychainModel
import KeychainStore
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests that a compaction frees disk space and changes nothing else.
@Suite struct CompactionTests {
  private func size(_ store: TestKeychain, _ suffix: String = "") -> Int {
    var status = stat()
    return stat(store.folder("keychain.db\(suffix)"), &status) == 0 ? Int(status.st_size) : 0
  }

  /// A store that keeps only every tenth of many items. The other items were deleted.
  private func sparseStore() throws -> (store: TestKeychain, items: [SampleItem]) {
    let store = try TestKeychain()
    var kept: [SampleItem] = []
    for number in 0..<100 {
      let item = SampleItem.generic("\(number)", byteCount: 30_000)
      try store.add(item)
      if number % 10 == 0 { kept.append(item) }
    }
    for number in 0..<100 where number % 10 != 0 { try store.delete(.generic("\(number)")) }
    for server in ["a.example.org", "b.example.org"] {
      kept.append(.internet(server))
      try store.add(.internet(server))
    }
    return (store, kept)
  }

  /// The order of creation, as row numbers and identifiers.
  private func order(_ store: TestKeychain) throws -> [String] {
    try store.keychain.read { (session) throws(KeychainError) in
      try session.connection.rows("SELECT id, hex(ref) FROM genp ORDER BY id") {
        "\($0.integer(0)) \($0.text(1))"
      }
    }
  }

  @Test func spaceIsGivenBackAndNothingElseChanges() throws {
    let (store, items) = try sparseStore()
    let before = size(store) + size(store, "-wal")
    let numbers = try order(store)
    var told: [Int] = []
    let compaction = Compaction(vault: store.keychain.vault, timeout: LocalKeychain.timeout)
    let outcome = try compaction.run(until: .after(LocalKeychain.timeout)) { done, total in
      told.append(done)
      #expect(done <= total)
    }
    #expect(outcome.before == Int64(before))
    #expect(outcome.isComplete)
    #expect(outcome.after == Int64(size(store)))
    #expect(outcome.after < outcome.before / 4)
    #expect(size(store, "-wal") == 0)
    #expect(told == told.sorted() && !told.isEmpty)
    #expect(try order(store) == numbers)
    #expect(try store.count(of: items) == items.count)
    #expect(try store.secrets(below: "example.org").count == 2)
    let report = try store.keychain.verify()
    #expect(report.isIntact)
    // Other processes and the prepared statements of this process still work after the compaction.
    try store.add(.generic("after"))
    #expect(try TestKeychain(reopening: store).count(of: items + [.generic("after")]) == 13)
  }

  @Test func largeDatabaseIsCopiedInAFile() throws {
    let (store, items) = try sparseStore()
    let before = store.folder.names()
    var compaction = Compaction(vault: store.keychain.vault, timeout: .seconds(30))
    compaction.largestInMemory = 0
    let outcome = try compaction.run(until: .after(.seconds(30)), onProgress: { _, _ in })
    #expect(outcome.after < outcome.before / 4)
    #expect(store.folder.names() == before)
    #expect(try store.count(of: items) == items.count)
    #expect(try store.keychain.verify().isIntact)
  }

  @Test func otherOpenKeychainsGoOn() throws {
    let (store, items) = try sparseStore()
    let other = TestKeychain(reopening: store)
    #expect(try other.count(of: items) == items.count)
    _ = try store.keychain.compact()
    #expect(try other.count(of: items) == items.count)
    try other.add(.generic("other"))
    #expect(try store.count(of: [.generic("other")]) == 1)
    #expect(try store.keychain.verify().isIntact)
  }

  @Test func readerOnlyDelaysTheEndOfIt() throws {
    let (store, items) = try sparseStore()
    let reader = try Connection(path: store.folder("keychain.db"))
    try reader.execute("BEGIN")
    let count = try reader.integer("SELECT count(*) FROM genp")
    let impatient = LocalKeychain(
      store.keychain.location, clock: SystemClock(), random: SystemRandom(),
      timeout: .milliseconds(200))
    let outcome = try #require(try impatient.compact())
    #expect(!outcome.isComplete)
    #expect(try reader.integer("SELECT count(*) FROM genp") == count)
    try reader.execute("ROLLBACK")
    #expect(try store.count(of: items) == items.count)
    #expect(try store.keychain.compact()?.isComplete == true)
    #expect(try store.keychain.verify().isIntact)
  }

  /// A child process is killed after a step of the compaction. Nothing is lost, and the next compaction completes the
  /// work.
  @Test(arguments: Compaction.Step.allCases) func killBetweenStepsLosesNothing(
    _ step: Compaction.Step
  ) throws {
    let (store, items) = try sparseStore()
    store.keychain.close()
    for _ in 0..<10 {
      let child = lk_test_fork(20)
      if child == 0 {
        var compaction = Compaction(vault: store.keychain.vault, timeout: .seconds(1))
        compaction.onStep = { reached in if reached == step { kill(getpid(), SIGKILL) } }
        _ = try? compaction.run(until: .after(.seconds(30)), onProgress: { _, _ in })
        _exit(2)
      }
      let status = lk_test_wait(child)
      if status == -SIGALRM { continue }
      #expect(status == -SIGKILL)
      #expect(try store.count(of: items) == items.count)
      #expect(try store.keychain.verify().isIntact)
      #expect(try store.keychain.compact()?.isComplete == true)
      #expect(size(store) < 700_000)
      return
    }
    Issue.record("no child came as far as \(step)")
  }

  @Test func placeWithoutAStoreStaysEmpty() throws {
    let folder = try TemporaryDirectory()
    #expect(try LocalKeychain(StoreLocation(home: folder.path)).compact() == nil)
    #expect(folder.names().isEmpty)
  }
}
