import Glibc
import Keychain
import KeychainCrypto
import KeychainModel
import LatchkeyAdministration
import LockTestSupport
import TestSupport
import Testing

/// Tests of the device key and of the keys that the device key protects, through the public functions.
@Suite struct DeviceKeyTests {
  private let folder: TemporaryDirectory
  private let copies: TemporaryDirectory
  private let administration: KeychainAdministration

  init() throws {
    folder = try TemporaryDirectory()
    copies = try TemporaryDirectory()
    administration = try KeychainAdministration(home: folder.path)
  }

  private func add(_ service: String) throws {
    _ = try LocalKeychain(StoreLocation(home: folder.path)).perform(
      .add(
        AddRequest(
          .genericPassword, attributes: AttributeSet([.service: .string(service)]), secret: [1])),
      as: Caller(accessGroups: ["app"]))
  }

  private func status(_ body: () throws -> Void) -> Int32? {
    do {
      try body()
      return 0
    } catch {
      return (error as? AdministrationError)?.status
    }
  }

  @Test func removedKeyComesBackFromItsCopy() throws {
    try add("one")
    #expect(try administration.exportDeviceKey(to: copies("copy")))
    #expect(status { try administration.exportDeviceKey(to: copies("copy")) } == -25291)
    #expect(try administration.removeDeviceKeyFile(copy: copies("copy")))
    #expect(access(administration.deviceKeyPath, F_OK) != 0)
    #expect(try administration.verify().itemCount == 0)
    #expect(try administration.importDeviceKey(from: copies("copy")))
    #expect(try administration.importDeviceKey(from: copies("copy")) == false)
    #expect(try administration.verify().itemCount == 1)
  }

  @Test func keyIsRemovedOnlyWithACopyThatOpensTheKeychain() throws {
    try add("one")
    let key = try folder.read("device.key")
    #expect(status { try administration.removeDeviceKeyFile() } == -25291)
    #expect(status { try administration.removeDeviceKeyFile(copy: copies("none")) } == -25291)
    try copies.write(Array(repeating: 7, count: 32), to: "foreign")
    #expect(status { try administration.removeDeviceKeyFile(copy: copies("foreign")) } == -25291)
    #expect(status { try administration.importDeviceKey(from: copies("foreign")) } == -25291)
    #expect(try folder.read("device.key") == key)
    #expect(try administration.verify().itemCount == 1)
  }

  @Test func writtenLinesOpenTheKeychain() throws {
    #expect(status { try administration.withDeviceKeyOnPaper { _ in } } == -25291)
    try add("one")
    var text: [UInt8] = []
    try administration.withDeviceKeyOnPaper { text = Array($0) }
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    #expect(lines.count == 10 && lines.last?.isEmpty == true)
    #expect(text.allSatisfy { $0 < 128 })
    var reader = DeviceKeyPaper.Reader()
    for line in lines.dropLast() { try line.withUnsafeBytes { try reader.take($0) } }
    #expect(unlink(folder("device.key")) == 0)
    let key = try reader.key()
    #expect(try LocalKeychain(StoreLocation(home: folder.path)).importDeviceKey(key))
    #expect(try administration.verify().itemCount == 1)
  }

  @Test func changedKeyMakesItsCopiesUseless() throws {
    #expect(try administration.changeDeviceKey() == false)
    #expect(folder.names().isEmpty)
    try add("one")
    try administration.exportDeviceKey(to: copies("old"))
    #expect(try administration.changeDeviceKey())
    #expect(try administration.verify().itemCount == 1)
    #expect(status { try administration.removeDeviceKeyFile(copy: copies("old")) } == -25291)
    try administration.exportDeviceKey(to: copies("new"))
    #expect(try administration.removeDeviceKeyFile(copy: copies("new")))
    #expect(status { try administration.importDeviceKey(from: copies("old")) } == -25291)
    #expect(try administration.importDeviceKey(from: copies("new")))
    #expect(try administration.verify().itemCount == 1)
  }

  @Test func rotationSealsEveryItemAnew() throws {
    #expect(try administration.rotateKeys() == nil)
    #expect(folder.names().isEmpty)
    for service in ["one", "two"] { try add(service) }
    var steps: [Int] = []
    let rotation = try #require(
      try administration.rotateKeys { done, total in
        steps.append(done)
        #expect(total == 2)
      })
    #expect(steps.last == 2 && steps == steps.sorted())
    #expect(rotation.resealedCount == 2)
    #expect(rotation.destroyedKeyCount > 0)
    #expect([rotation.keptKeyCount, rotation.damagedCount] == [0, 0])
    #expect(!rotation.isResumed)
    #expect(try administration.rotateKeys()?.resealedCount == 2)
    #expect(try administration.verify().itemCount == 2)
  }

  /// If no passcode is set, a call with a passcode fails. If a passcode is set, only a call with the correct passcode
  /// succeeds.
  @Test func keysChangeOnlyWithThePasscode() throws {
    try add("one")
    let passcode = try KeychainPasscode("one")
    let wrong = try KeychainPasscode("two")
    #expect(status { try administration.rotateKeys(passcode: passcode) } == -25291)
    try administration.setPasscode(passcode)
    defer { _ = try? administration.eraseEverything(confirming: administration.databasePath) }
    let changes: [(KeychainPasscode?) throws -> Void] = [
      { _ = try administration.rotateKeys(passcode: $0) },
      { _ = try administration.changeDeviceKey(passcode: $0) },
    ]
    for change in changes {
      #expect(status { try change(nil) } == -25308)
      #expect(status { try change(wrong) } == -25293)
      #expect(status { try change(passcode) } == 0)
    }
  }
}
