import KeychainModel
import KeychainStore
import LockTestSupport
import RowSealing
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of the tombstone of a synchronizable item that was deleted while the item was locked.
@Suite struct LockedTombstoneTests {
  private let machine: TestMachine
  private let process: LocalKeychain
  private let store: TestKeychain
  private let items: [SampleItem]

  init() throws {
    machine = try TestMachine()
    process = machine.process()
    try process.setPasscode(passcode("1234"))
    store = TestKeychain(process, in: machine.folder)
    let host = SampleItem.internet("host.example.org")
    var attributes = host.attributes
    attributes[.synchronizable] = .number(1)
    items = [
      .generic("long", byteCount: 70_000, isSynchronizable: true),
      SampleItem(itemClass: host.itemClass, attributes: attributes, secret: host.secret),
    ]
    for item in items { try store.add(item) }
  }

  private func rows() throws -> [ItemRow] {
    try process.read { (session) throws(KeychainError) in
      var rows: [ItemRow] = []
      for itemClass in [ItemClass.genericPassword, .internetPassword] {
        try session.connection.forEachRow(of: itemClass) { (_, row) throws(KeychainError) in
          if let row { rows.append(row) }
          return true
        }
      }
      return rows
    }
  }

  private func deleteLocked() throws {
    try process.lock()
    for item in items { try store.delete(item) }
  }

  @Test func rowKeepsWhatIsReadableWithoutItsKey() throws {
    let before = try rows()
    try deleteLocked()
    let after = try rows()
    #expect(after.count == 2)
    for (old, new) in zip(before, after) {
      #expect(!old.isTombstone && new.isTombstone)
      #expect(new.identifier == old.identifier)
      #expect(new.uniqueness == old.uniqueness)
      #expect(new.accessGroup == old.accessGroup)
      #expect(new.isSynchronizable)
      #expect(new.tags.isEmpty && new.secret == nil)
      #expect((0..<new.indexed.count).allSatisfy { new.indexed[$0] == nil })
    }
    #expect(try process.number("SELECT count(*) FROM chunk") == 0)
    #expect(try process.number("SELECT count(*) FROM inet_domain") == 0)
  }

  /// A tombstone is authenticated like every row, so a change of its columns is detected.
  @Test func itIsSealed() throws {
    try deleteLocked()
    let report = try process.verify()
    #expect(report.isIntact)
    #expect(report.counts.map(\.tombstones) == [1, 1, 0, 0])
    try store.execute("UPDATE genp SET sync = 0")
    #expect(try process.verify().damages.count == 1)
  }

  @Test func equalItemTakesItsPlaceAndItsReference() throws {
    let before = try rows().map(\.identifier)
    try deleteLocked()
    try process.unlock(passcode("1234"))
    for item in items { #expect(try store.secrets(item.query).isEmpty) }
    for item in items { try store.add(item) }
    #expect(try store.count(of: items) == 2)
    #expect(try rows().map(\.identifier) == before)
    #expect(try rows().allSatisfy { !$0.isTombstone })
  }

  @Test func rotationAndPurgeTreatItAsOthers() throws {
    try deleteLocked()
    try process.unlock(passcode("1234"))
    let outcome = try #require(try process.rotateKeys(passcode("1234")))
    #expect(outcome.damagedCount == 0)
    #expect(outcome.resealedCount == 2)
    #expect(try process.purge().tombstones == 2)
    #expect(try rows().isEmpty)
  }
}
