import KeychainModel
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests that a purge removes deleted data and keeps everything else.
@Suite struct PurgeTests {
  private let sample: SampleStore

  init() throws { sample = try SampleStore.standard.get() }

  @Test func tombstonesGoAndItemsStay() throws {
    let store = try sample.copy()
    #expect(try store.keychain.purge() == PurgeOutcome(dead: 0, tombstones: 1))
    let report = try store.keychain.verify()
    #expect(report.isIntact)
    #expect(report.counts.map(\.items) == [33, 20, 10, 10])
    #expect(report.counts.map(\.tombstones) == [0, 0, 0, 0])
    #expect(try store.count(of: sample.items) == sample.items.count)
    #expect(try store.keychain.purge() == PurgeOutcome())
  }

  @Test func deadRowsGoWithTheirChunksAndDomains() throws {
    let store = try sample.copy()
    try store.destroyKey(of: .whenUnlocked)
    #expect(try store.keychain.purge() == PurgeOutcome(dead: 74, tombstones: 0))
    let report = try store.keychain.verify()
    #expect(report.isIntact)
    #expect(report.counts.allSatisfy { $0.items + $0.tombstones + $0.dead == 0 })
    #expect(try store.keychain.number("SELECT count(*) FROM chunk") == 0)
    #expect(try store.keychain.number("SELECT count(*) FROM inet_domain") == 0)
  }

  /// The key number of a damaged row is the number of a destroyed key, but the row's own key still opens the row. A
  /// purge must keep the row.
  @Test func rowThatOnlyLooksDeadStays() throws {
    let store = try sample.copy()
    try store.destroyKey(of: .always)
    let keyID = try #require(try store.keychain.destroyedKeyID())
    try store.execute("UPDATE genp SET key_id = \(keyID) WHERE id = 3")
    try store.execute("UPDATE genp SET key_id = \(keyID), pdmn = 8 WHERE id = 4")
    #expect(try store.keychain.verify().damages.map(\.number) == [3, 4])
    #expect(try store.keychain.purge() == PurgeOutcome(dead: 0, tombstones: 1))
    #expect(try store.keychain.verify().damages.map(\.number) == [3, 4])
  }

  @Test(
    arguments: [
      "UPDATE genp SET meta = zeroblob(length(meta)) WHERE tomb = 1",
      "UPDATE genp SET tomb = 1 WHERE id = 3",
      "UPDATE genp SET key_id = 77 WHERE id = 3",
      "UPDATE genp SET pdmn = 99, tomb = 1 WHERE id = 3",
    ]) func damagedRowsStay(_ change: String) throws
  {
    let store = try sample.copy()
    try store.execute(change)
    let before = try store.keychain.verify()
    #expect(before.damages.count == 1)
    _ = try store.keychain.purge()
    #expect(try store.keychain.verify().damages.map(\.number) == before.damages.map(\.number))
  }

  @Test func quarantineStays() throws {
    let store = try sample.copy()
    try store.execute("UPDATE genp SET meta = zeroblob(99) WHERE id = 2")
    try store.add(sample.items[1])
    #expect(try store.keychain.verify().quarantined.map(\.number) == [2])
    _ = try store.keychain.purge()
    #expect(try store.keychain.verify().quarantined.map(\.number) == [2])
  }

  @Test func manyAreRemovedInSeveralTransactions() throws {
    let store = try TestKeychain()
    for number in 0..<(Purge.batchCount + 20) {
      let item = SampleItem.generic("\(number)", isSynchronizable: true)
      try store.add(item)
      if number != 7 { try store.delete(item) }
    }
    var told: [Int] = []
    let outcome = try Purge(keychain: store.keychain, timeout: LocalKeychain.timeout).run { done, total in
      told.append(done)
      #expect(total == Purge.batchCount + 19)
    }
    #expect(outcome.tombstones == Purge.batchCount + 19)
    #expect(told == [Purge.batchCount, Purge.batchCount + 19])
    #expect(try store.count(of: [.generic("7", isSynchronizable: true)]) == 1)
  }

  /// A deleted synchronizable item leaves a tombstone. If the item is added again, it gets the reference of the
  /// tombstone. After a purge has removed the tombstone, the item gets a new reference.
  @Test func equalItemGetsANewReferenceAfterwards() throws {
    let store = try TestKeychain()
    let item = SampleItem.generic("again", isSynchronizable: true)
    func reference() throws -> RowIdentifier {
      try store.add(item)
      let request = SearchRequest(item.query, contents: [.attributes], limit: 1)
      let found = try store.keychain.perform(.search(request), as: TestKeychain.caller)
      try store.delete(item)
      return try #require(found.first?.identifier)
    }
    let first = try reference()
    #expect(try reference() == first)
    _ = try store.keychain.purge()
    #expect(try reference() != first)
  }

  @Test func placeWithoutAStoreStaysEmpty() throws {
    let folder = try TemporaryDirectory()
    let keychain = LocalKeychain(StoreLocation(home: folder.path))
    #expect(try keychain.purge() == PurgeOutcome())
    #expect(try keychain.recoverQuarantined() == QuarantineOutcome())
    #expect(try keychain.dropQuarantined() == 0)
    #expect(folder.names().isEmpty)
  }
}

extension LocalKeychain {
  /// The integer in the first column of the first row of a statement.
  func number(_ sql: String) throws(KeychainError) -> Int64 {
    try read { (session) throws(KeychainError) in
      try session.connection.integer(sql)
    }
  }

  fileprivate func destroyedKeyID() throws(KeychainError) -> UInt32? {
    try read { (session) throws(KeychainError) in
      (1...100).first { session.sealer.ring.status(of: $0) == .destroyed }
    }
  }
}
