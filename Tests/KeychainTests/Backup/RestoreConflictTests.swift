import KeychainCrypto
import KeychainModel
import LockTestSupport
import TestSupport
import Testing

@testable import Keychain

/// Tests of a restore when equal items already exist.
@Suite struct RestoreConflictTests {
  private let device: BackupDevice
  private let other: BackupDevice
  private let folder: TemporaryDirectory

  init() throws {
    device = try BackupDevice()
    other = try BackupDevice()
    folder = try TemporaryDirectory()
  }

  private func labels(_ device: BackupDevice) throws -> [String?] {
    try device.items().map { $0.attributes[.label]?.text }
  }

  @Test func restoringTwiceChangesNothing() throws {
    try device.add("one")
    try device.export(to: folder)
    try other.restore(from: folder)
    let before = try other.items()
    #expect(try other.restore(from: folder) == RestoreOutcome(kept: 1))
    #expect(try other.items() == before)
  }

  @Test func laterChangeHereStaysUnderTheBackupsReference() throws {
    let identifier = try device.add("one")
    try device.update("one", label: "of the backup")
    try device.export(to: folder)
    other.clock.advance(1000)
    let own = try other.add("one")
    try other.update("one", label: "later")
    #expect(own != identifier)
    let date = try other.items()[0].attributes[.modificationDate]
    #expect(try other.restore(from: folder) == RestoreOutcome(kept: 1))
    #expect(try labels(other) == ["later"])
    #expect(try other.items()[0].identifier == identifier)
    #expect(try other.items()[0].attributes[.modificationDate] == date)
  }

  @Test func laterChangeInTheBackupWins() throws {
    try other.add("first")
    try other.add("one", secret: [UInt8](repeating: 7, count: 100_000))
    try other.add("last")
    device.clock.advance(1000)
    let identifier = try device.add("one")
    try device.update("one", label: "of the backup")
    try device.export(to: folder)
    #expect(try other.restore(from: folder) == RestoreOutcome(replaced: 1))
    #expect(try other.services() == ["first", "one", "last"])
    #expect(try other.items()[1] == device.items()[0])
    #expect(try other.items()[1].identifier == identifier)
    #expect(try other.keychain.number("SELECT count(*) FROM chunk") == 0)
    #expect(try other.reopened().verify().isIntact)
  }

  @Test func sameDateIsDecidedAlikeOnBothSides() throws {
    try device.add("one", AttributeSet([.label: .string("a")]))
    try other.add("one", AttributeSet([.label: .string("b")]))
    let second = try TemporaryDirectory()
    try device.export(to: folder)
    try other.export(to: second)
    let there = try other.restore(from: folder)
    let here = try device.restore(from: second)
    #expect(try labels(device) == labels(other))
    #expect(there.replaced + here.replaced == 1)
    #expect(there.kept + here.kept == 1)
  }

  /// The row's own key still opens the row, so the key of the row was not destroyed. Therefore the row moves to
  /// quarantine.
  @Test func aRowWhoseKeyNumberIsDamagedGoesToQuarantine() throws {
    try device.add("one")
    try device.export(to: folder)
    other.clock.advance(1000)
    try other.add("one", AttributeSet([.label: .string("later")]))
    #expect(try other.keychain.rotateKeys() != nil)
    let store = TestKeychain(other.keychain, in: other.machine.folder)
    try store.execute("UPDATE genp SET key_id = 1")
    #expect(try other.restore(from: folder) == RestoreOutcome(added: 1))
    #expect(try other.reopened().verify().quarantined.count == 1)
  }

  @Test func ownItemsStay() throws {
    try device.add("one")
    try device.export(to: folder)
    try device.add("two")
    try device.delete("one")
    #expect(try device.restore(from: folder) == RestoreOutcome(added: 1))
    #expect(try device.services() == ["two", "one"])
  }

  @Test func referenceThatAnotherItemHasIsNotTaken() throws {
    let identifier = try device.add("one")
    try device.export(to: folder)
    let rename = UpdateRequest(
      ItemQuery(.genericPassword, attributes: AttributeSet([.service: .string("one")])),
      changes: AttributeSet([.service: .string("renamed")]), secret: nil)
    _ = try device.keychain.perform(.update(rename), as: BackupDevice.caller)
    #expect(try device.restore(from: folder) == RestoreOutcome(added: 1))
    #expect(try device.services() == ["renamed", "one"])
    #expect(try device.items()[0].identifier == identifier)
    #expect(try device.items()[1].identifier != identifier)
  }

  @Test func deletedItemComesBackInItsPlace() throws {
    let cloud = AttributeSet([.synchronizable: .number(1)])
    let identifier = try device.add("one", cloud)
    try device.add("two")
    let before = try device.items()
    try device.export(to: folder)
    device.clock.advance(100)
    try device.delete("one")
    #expect(try device.restore(from: folder) == RestoreOutcome(added: 1, kept: 1))
    #expect(try device.items() == before)
    #expect(try device.items()[0].identifier == identifier)
  }

  @Test func damagedItemIsReplacedAndKeptAside() throws {
    let identifier = try device.add("one")
    let before = try device.items()
    try device.export(to: folder)
    try TestKeychain(device.keychain, in: device.machine.folder)
      .execute("UPDATE genp SET meta = zeroblob(length(meta))")
    #expect(try device.restore(from: folder) == RestoreOutcome(added: 1))
    #expect(try device.items() == before)
    #expect(try device.items()[0].identifier == identifier)
    #expect(try device.keychain.number("SELECT count(*) FROM quarantine") == 1)
  }

  @Test func guardedItemStays() throws {
    try device.add("one")
    try device.export(to: folder)
    try other.keychain.setPasscode(passcode("1234"))
    let control = AccessConstraints.userPresence
    try other.add("one", AttributeSet([.accessControl: .number(Int64(control.rawValue))]))
    #expect(try other.restore(from: folder) == RestoreOutcome(kept: 1))
  }

  @Test func dryRunSaysTheSameAndChangesNothing() throws {
    try device.add("one")
    try device.add("two", AttributeSet([.accessible: .string("aku")]))
    try device.export(to: folder)
    let expected = RestoreOutcome(added: 1, notForThisDevice: 1)
    #expect(try other.restore(from: folder, isDryRun: true) == expected)
    #expect(other.machine.folder.names().isEmpty)
    try other.add("three")
    #expect(try other.restore(from: folder, isDryRun: true) == expected)
    #expect(try other.services() == ["three"])
    #expect(try other.restore(from: folder) == expected)
  }
}
