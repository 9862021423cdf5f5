import KeychainModel
import KeychainStore
import RowSealing
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests that rows that cannot be opened move to quarantine when an equal item is added, and move back when possible
/// (compatibility: D20).
@Suite struct QuarantineTests {
  private let sample: SampleStore
  private let item = SampleItem.internet("host7.example.org")

  init() throws { sample = try SampleStore.standard.get() }

  @Test func equalItemMovesADamagedRowToQuarantine() throws {
    let store = try sample.copy()
    try store.execute("UPDATE inet SET secret = zeroblob(length(secret)) WHERE id = 8")
    #expect(try store.secrets(item.query).isEmpty)
    try store.add(item)
    let report = try store.keychain.verify()
    #expect(report.damages.isEmpty)
    #expect(report.quarantined.map(\.number) == [8])
    #expect(report.quarantined.map(\.itemClass) == [.internetPassword])
    #expect(report.quarantined.allSatisfy { $0.moved > 0 })
    #expect(try store.count(of: [item]) == 1)
  }

  /// A record in quarantine may be large, so a request counts its memory first.
  @Test func aRecordIsCountedBeforeItIsRead() throws {
    let store = try sample.copy()
    try store.execute("UPDATE inet SET secret = zeroblob(3000000) WHERE id = 8")
    try store.add(item)
    var counted: [Int] = []
    let error = failure {
      try store.keychain.read(until: .after(.seconds(10))) { (session) throws(KeychainError) in
        session.connection.willRead = { (byteCount) throws(KeychainError) in
          counted.append(byteCount)
          throw KeychainError(.dataTooLarge, "too large")
        }
        defer { session.connection.willRead = nil }
        try session.connection.forEachQuarantinedRow { _ in Issue.record("the record was read") }
      }
    }
    #expect(error?.code == .dataTooLarge)
    #expect(counted.count == 1 && counted.allSatisfy { $0 > 9_000_000 })
    #expect(try store.keychain.verify().quarantined.count == 1)
  }

  @Test func equalKeyMovesADamagedOneToQuarantine() throws {
    let store = try sample.copy()
    let key = SampleItem.key("key 3")
    try store.execute("UPDATE keys SET secret = zeroblob(length(secret)) WHERE id = 4")
    #expect(try store.secrets(key.query).isEmpty)
    try store.add(key)
    #expect(try store.keychain.verify().quarantined.map(\.itemClass) == [.key])
    #expect(try store.count(of: [key]) == 1)
  }

  @Test func rowThatOpensAgainComesBackToItsPlace() throws {
    let store = try sample.copy()
    try store.execute(
      """
      CREATE TABLE kept AS SELECT secret FROM inet WHERE id = 8;
      UPDATE inet SET secret = NULL WHERE id = 8
      """)
    // An add moves the damaged row to quarantine without changing the row. The test restores the secret, so the row is
    // intact now.
    let caller = TestKeychain.caller
    #expect(try store.secrets(item.query).isEmpty)
    try store.execute("UPDATE inet SET secret = (SELECT secret FROM kept) WHERE id = 8")
    try store.execute("DROP TABLE kept")
    try store.keychain.quarantine(number: 8, of: .internetPassword)
    #expect(try store.count(of: [item]) == 0)
    #expect(try store.secrets(below: "host7.example.org").isEmpty)

    #expect(try store.keychain.recoverQuarantined().recovered == 1)
    #expect(try store.count(of: [item]) == 1)
    #expect(try store.secrets(below: "host7.example.org") == [item.secret])
    let report = try store.keychain.verify()
    #expect(report.isIntact)
    #expect(report.quarantined.isEmpty)
    let all = ItemQuery(.internetPassword, isSynchronizable: nil)
    let request = SearchRequest(all, contents: .secret, limit: nil)
    #expect(
      try store.keychain.perform(.search(request), as: caller)[7].secret == item.secret)
  }

  @Test func secretInChunksComesBack() throws {
    let store = try sample.copy()
    let large = SampleItem.generic("chunks", byteCount: 200_000)
    try store.keychain.quarantine(number: 33, of: .genericPassword)
    #expect(try store.count(of: [large]) == 0)
    #expect(try store.keychain.verify().isIntact)
    #expect(try store.keychain.recoverQuarantined().recovered == 1)
    #expect(try store.count(of: [large]) == 1)
  }

  @Test func rowStaysWhileAnotherHasItsKeyOrItDoesNotOpen() throws {
    let store = try sample.copy()
    try store.keychain.quarantine(number: 8, of: .internetPassword)
    try store.add(item)
    var outcome = try store.keychain.recoverQuarantined()
    #expect(outcome.recovered == 0)
    #expect(outcome.kept == [.init(.internetPassword, number: 8, .keyTaken)])
    // The item and the row in quarantine do not change.
    #expect(try store.count(of: [item]) == 1)
    #expect(try store.keychain.verify().quarantined.map(\.number) == [8])
    try store.delete(item)
    outcome = try store.keychain.recoverQuarantined()
    #expect(outcome.recovered == 1)

    try store.execute("UPDATE genp SET meta = zeroblob(99) WHERE id = 2")
    try store.keychain.quarantine(number: 2, of: .genericPassword)
    outcome = try store.keychain.recoverQuarantined()
    #expect(outcome.kept == [.init(.genericPassword, number: 2, .damaged)])
    #expect(try store.keychain.verify().quarantined.count == 1)
  }

  @Test func tombstoneInTheWayIsNamed() throws {
    let store = try TestKeychain()
    let item = SampleItem.generic("synchronizable", isSynchronizable: true)
    try store.add(item)
    try store.keychain.quarantine(number: 1, of: .genericPassword)
    try store.add(item)
    try store.delete(item)
    #expect(try store.keychain.recoverQuarantined().kept.map(\.reason) == [.keyTakenByTombstone])
    #expect(try store.keychain.purge().tombstones == 1)
    #expect(try store.keychain.recoverQuarantined().recovered == 1)
    #expect(try store.count(of: [item]) == 1)
  }

  @Test func rowWhoseKeyWasDestroyedStays() throws {
    let store = try sample.copy()
    try store.keychain.quarantine(number: 8, of: .internetPassword)
    try store.destroyKey(of: .whenUnlocked)
    #expect(try store.keychain.recoverQuarantined().kept.map(\.reason) == [.dead])
  }

  /// A program planted the row before an application protected its group.
  @Test func rowInAReservedGroupStays() throws {
    let store = try sample.copy()
    try store.keychain.quarantine(number: 8, of: .internetPassword)
    let outcome = try store.recoverQuarantined(as: Caller(accessGroups: ["login"], reservedGroups: ["other", "app"]))
    #expect(outcome.kept == [.init(.internetPassword, number: 8, .reserved)])
    #expect(outcome.recovered == 0)
    #expect(try store.recoverQuarantined(as: Caller(accessGroups: ["login"], reservedGroups: ["other"])).recovered == 1)
  }

  /// A program that had the keys sealed the row. With the uniqueness key or the group of another item, the row would take
  /// the place of that item.
  @Test func rowWhoseColumnsLieStays() throws {
    let store = try sample.copy()
    try store.keychain.forge(number: 8, of: .internetPassword) { (row, _) in
      row.uniqueness = BlindValue(high: 1, low: 2)
    }
    try store.keychain.forge(number: 9, of: .internetPassword) { (row, blinder) throws(KeychainError) in
      row.accessGroup = try blinder.group("bank")
    }
    for number: Int64 in [8, 9] { try store.keychain.quarantine(number: number, of: .internetPassword) }
    let kept = try store.keychain.recoverQuarantined().kept
    #expect(kept == [8, 9].map { .init(.internetPassword, number: $0, .damaged) })
    let outcome = try store.recoverQuarantined(as: Caller(accessGroups: ["login"], reservedGroups: ["bank"]))
    #expect(outcome.kept.map(\.reason) == [.damaged, .reserved])
  }

  /// A program that had the keys may have sealed the row before its keychain moved to the service.
  @Test func rowOfAHigherGradeStays() throws {
    let store = try sample.copy()
    try store.keychain.forge(number: 8, of: .internetPassword) { (row, _) in row.policy = 3 }
    try store.keychain.quarantine(number: 8, of: .internetPassword)
    for grade: UInt8 in 0...2 {
      let outcome = try store.recoverQuarantined(as: Caller(accessGroups: ["*"], grade: grade))
      #expect(outcome.kept == [.init(.internetPassword, number: 8, .reserved)])
    }
    #expect(try store.recoverQuarantined(as: Caller(accessGroups: ["*"], grade: 3, storedGrade: 1)).recovered == 1)
    #expect(try store.keychain.number("SELECT policy FROM inet WHERE id = 8") == 3)
  }

  @Test func droppedRowsAreGoneWithTheirChunks() throws {
    let store = try sample.copy()
    try store.keychain.quarantine(number: 8, of: .internetPassword)
    try store.keychain.quarantine(number: 33, of: .genericPassword)
    #expect(try store.keychain.number("SELECT count(*) FROM chunk") > 0)
    #expect(try store.keychain.verify().damages.isEmpty)
    #expect(try store.keychain.dropQuarantined() == 2)
    #expect(try store.keychain.dropQuarantined() == 0)
    #expect(try store.keychain.number("SELECT count(*) FROM chunk") == 0)
    let report = try store.keychain.verify()
    #expect(report.isIntact)
    #expect(report.quarantined.isEmpty)
    #expect(try store.count(of: sample.items) == sample.items.count - 2)
  }

  @Test func quarantineSurvivesARepair() throws {
    let store = try sample.copy()
    try store.keychain.quarantine(number: 8, of: .internetPassword)
    try store.damageHeader()
    try store.repair()
    #expect(try store.keychain.recoverQuarantined().recovered == 1)
    #expect(try store.count(of: sample.items) == sample.items.count)
  }
}

extension TestKeychain {
  fileprivate func recoverQuarantined(as caller: Caller) throws -> QuarantineOutcome {
    guard case .recovery(let outcome) = try keychain.send(Call(.recoverQuarantined), from: Peer(caller)).uncommitted
    else { throw Reply.unexpected }
    return outcome
  }
}

extension LocalKeychain {
  /// Seals a row with other columns.
  func forge(
    number: Int64, of itemClass: ItemClass, _ change: (inout ItemRow, Blinder) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    _ = try write(isSynchronizable: { _ in false }) { (session) throws(KeychainError) in
      let schema = ItemSchema.of(itemClass)
      guard var row = try session.connection.row(number: number, of: itemClass)?.row,
        case .opened(let content) = try session.sealer.open(row, schema)
      else { throw Reply.unexpected }
      try change(&row, session.sealer.blinder)
      try session.sealer.sealMetadata(content, nil, into: &row, schema)
      try session.connection.update(row, in: itemClass)
    }
  }

  /// Moves a row to quarantine. An add of an equal item does the same when the row cannot be opened.
  func quarantine(number: Int64, of itemClass: ItemClass) throws(KeychainError) {
    _ = try write(isSynchronizable: { _ in false }) { (session) throws(KeychainError) in
      try session.connection.quarantine(number: number, of: itemClass, at: 1)
    }
  }
}
