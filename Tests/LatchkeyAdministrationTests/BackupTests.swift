import Keychain
import KeychainModel
import LatchkeyAdministration
import TestSupport
import Testing

@Suite struct BackupTests {
  private let folder: TemporaryDirectory
  private let other: TemporaryDirectory
  private let place: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    other = try TemporaryDirectory()
    place = try TemporaryDirectory()
  }

  private func add(
    _ service: String, _ accessible: String, isSynchronizable: Bool = false
  ) throws {
    let attributes = AttributeSet([
      .service: .string(service), .accessible: .string(accessible),
      .synchronizable: .number(isSynchronizable ? 1 : 0),
    ])
    _ = try LocalKeychain(StoreLocation(home: folder.path)).perform(
      .add(AddRequest(.genericPassword, attributes: attributes, secret: [1])),
      as: Caller(accessGroups: ["app"]))
  }

  @Test func itemsMoveToAnotherDevice() throws {
    try add("one", "ak")
    try add("two", "aku")
    let here = try KeychainAdministration(home: folder.path)
    let there = try KeychainAdministration(home: other.path)
    let passphrase = try KeychainPasscode("passphrase")
    var steps: [Int] = []
    let backup = try here.exportBackup(to: place("b"), passphrase: passphrase) { done, total in
      steps.append(done)
      #expect(total == 2)
    }
    // The export may report two quick steps in one call.
    #expect(steps.last == 2 && steps == steps.sorted())
    #expect(
      [backup.itemCount, backup.thisDeviceOnlyCount, backup.excludedCount, backup.unreadableCount]
        == [2, 1, 0, 0])
    let preview = try there.importBackup(
      from: place("b"), passphrase: passphrase, isDryRun: true)
    #expect(other.names().isEmpty)
    let restored = try there.importBackup(from: place("b"), passphrase: passphrase)
    #expect(preview == restored)
    #expect(
      [restored.addedCount, restored.replacedCount, restored.keptCount] == [1, 0, 0])
    #expect(restored.notForThisDeviceCount == 1)
    #expect(try there.verify().itemCount == 1)
  }

  @Test func synchronizableItemsOfThisDeviceOnlyStayOnIt() throws {
    try add("one", "ck", isSynchronizable: true)
    for accessible in ["aku", "cku", "dku"] {
      try add(accessible, accessible, isSynchronizable: true)
    }
    let here = try KeychainAdministration(home: folder.path)
    let there = try KeychainAdministration(home: other.path)
    let passphrase = try KeychainPasscode("passphrase")
    let backup = try here.exportBackup(to: place("b"), passphrase: passphrase)
    #expect([backup.itemCount, backup.thisDeviceOnlyCount] == [4, 3])
    let restored = try there.importBackup(from: place("b"), passphrase: passphrase)
    #expect([restored.addedCount, restored.notForThisDeviceCount] == [1, 3])
    #expect(try there.verify().itemCount == 1)
    let again = try here.importBackup(from: place("b"), passphrase: passphrase)
    #expect(again.notForThisDeviceCount == 0)
  }

  @Test func copyOfTheDeviceKeyOpensABackupElsewhere() throws {
    try add("one", "aku")
    let here = try KeychainAdministration(home: folder.path)
    let there = try KeychainAdministration(home: other.path)
    try here.exportDeviceKey(to: place("key"))
    try here.exportBackup(to: place("b"), passphrase: nil)
    #expect(
      try there.importBackup(from: place("b"), passphrase: nil, deviceKeyCopy: place("key"))
        .addedCount == 1)
    try there.exportDeviceKey(to: place("other"))
    let error = #expect(throws: AdministrationError.self) {
      try here.importBackup(from: place("b"), passphrase: nil, deviceKeyCopy: place("other"))
    }
    #expect(error?.status == -25293)
  }

  @Test func failuresHaveTheirStatus() throws {
    let here = try KeychainAdministration(home: folder.path)
    let there = try KeychainAdministration(home: other.path)
    func status(_ body: () throws -> Void) -> Int32? {
      #expect(throws: AdministrationError.self, performing: body)?.status
    }
    #expect(status { _ = try here.exportBackup(to: place("b"), passphrase: nil) } == -25291)
    try add("one", "ak")
    try here.exportBackup(to: place("b"), passphrase: nil)
    #expect(status { _ = try here.exportBackup(to: place("b"), passphrase: nil) } == -25291)
    try here.exportBackup(to: place("b"), passphrase: nil, replacingExisting: true)
    #expect(status { _ = try there.importBackup(from: place("b"), passphrase: nil) } == -25293)
    #expect(try here.importBackup(from: place("b"), passphrase: nil).keptCount == 1)
    #expect(status { _ = try here.importBackup(from: place("none"), passphrase: nil) } == -25291)
    try place.write([1, 2], to: "b")
    #expect(status { _ = try here.importBackup(from: place("b"), passphrase: nil) } == -26275)
  }
}
