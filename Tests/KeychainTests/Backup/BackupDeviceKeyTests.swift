import Glibc
import KeychainCrypto
import KeychainModel
import LockTestSupport
import TestSupport
import Testing

@testable import Keychain

/// Tests that restore a backup with a copy of its device key. The keychain itself now has another device key.
@Suite struct BackupDeviceKeyTests {
  private let device: BackupDevice
  private let other: BackupDevice
  private let folder: TemporaryDirectory
  private let expected: [BackupRecord]

  private static let kinds: [String?] = ["passphrase", nil]

  init() throws {
    device = try BackupDevice()
    other = try BackupDevice()
    folder = try TemporaryDirectory()
    try device.add("plain")
    try device.add("bound", AttributeSet([.accessible: .string("aku")]))
    expected = try device.items()
    try folder.write(try device.machine.folder.read("device.key"), to: "kept.key")
  }

  /// The reason of an error with the status -25293; nil when `body` throws no such error.
  private func refusal(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      guard let error = error as? KeychainError, error.code == .authenticationFailed else {
        return nil
      }
      return error.reason
    }
  }

  /// Expects that the copy of the device key restores everything. Without the copy, a backup without a passphrase is
  /// refused, and a backup with a passphrase restores only some items.
  private func expectEverythingBack(_ passphrase: String?) throws {
    if passphrase == nil {
      #expect(refusal { try device.restore(from: folder, nil, isDryRun: true) } != nil)
    } else {
      #expect(
        try device.restore(from: folder, isDryRun: true)
          == RestoreOutcome(added: 1, notForThisDevice: 1))
    }
    let before = device.machine.folder.names()
    let dry = try device.restore(from: folder, passphrase, deviceKey: "kept.key", isDryRun: true)
    #expect(dry == RestoreOutcome(added: 2))
    #expect(device.machine.folder.names() == before)
    #expect(
      try device.restore(from: folder, passphrase, deviceKey: "kept.key")
        == RestoreOutcome(added: 2))
    #expect(try device.items() == expected)
    #expect(try device.machine.folder.read("device.key") != folder.read("kept.key"))
    #expect(try device.reopened().verify().isIntact)
    #expect(folder.names() == ["backup", "kept.key"])
  }

  @Test(arguments: kinds, ["keychain.db", "keybag.1"])
  func lostFile(_ passphrase: String?, _ name: String) throws {
    try device.export(to: folder, passphrase)
    device.keychain.close()
    for name in [name, name + "-wal", name + "-shm"] { unlink(device.machine.folder(name)) }
    #expect(
      code { try device.restore(from: folder, passphrase, deviceKey: "kept.key") }
        == .notAvailable)
    _ = try device.keychain.eraseEverything()
    try expectEverythingBack(passphrase)
  }

  @Test(arguments: kinds) func erased(_ passphrase: String?) throws {
    try device.export(to: folder, passphrase)
    _ = try device.keychain.eraseEverything()
    try expectEverythingBack(passphrase)
  }

  @Test(arguments: kinds) func changedDeviceKey(_ passphrase: String?) throws {
    try device.export(to: folder, passphrase)
    #expect(try device.keychain.changeDeviceKey())
    if passphrase == nil {
      let reason = refusal { try device.restore(from: folder, nil) }
      #expect(reason?.contains("the device key was changed since it was made") == true)
    }
    for name in ["plain", "bound"] { try device.delete(name) }
    try expectEverythingBack(passphrase)
  }

  @Test(arguments: kinds) func freshMachine(_ passphrase: String?) throws {
    try device.export(to: folder, passphrase)
    #expect(
      try other.restore(from: folder, passphrase, deviceKey: "kept.key")
        == RestoreOutcome(added: 2))
    #expect(try other.items() == expected)
    #expect(try other.machine.folder.read("device.key") != folder.read("kept.key"))
  }

  @Test(arguments: kinds) func thirtyTwoBytesAreAKeyToo(_ passphrase: String?) throws {
    let credentials = try TemporaryDirectory()
    try credentials.write((0..<32).map { UInt8($0) }, to: DeviceKeyCredential.name)
    try folder.write((0..<32).map { UInt8($0) }, to: "bytes", mode: 0o400)
    try folder.write((0..<32).map { UInt8($0 + 1) }, to: "others", mode: 0o400)
    let third = try TestMachine()
    let item = AddRequest(
      .genericPassword, attributes: AttributeSet([.accessible: .string("aku")]), secret: [1])
    let old = third.process(credentialsDirectory: credentials.path)
    _ = try old.perform(.add(item), as: BackupDevice.caller)
    _ = try old.exportBackup(
      to: Array(folder("backup").utf8), passphrase: try passphrase.map(passcode), replaces: false)
    #expect(refusal { try other.restore(from: folder, passphrase, deviceKey: "others") } != nil)
    #expect(other.machine.folder.names().isEmpty)
    #expect(
      try other.restore(from: folder, passphrase, deviceKey: "bytes") == RestoreOutcome(added: 1))
  }

  @Test(arguments: kinds) func wrongCopyChangesNothing(_ passphrase: String?) throws {
    try device.export(to: folder, passphrase)
    try other.add("two")
    try folder.write(try other.machine.folder.read("device.key"), to: "wrong.key")
    for isDryRun in [true, false] {
      for device in [device, other] {
        let reason = refusal {
          try device.restore(from: folder, passphrase, deviceKey: "wrong.key", isDryRun: isDryRun)
        }
        #expect(reason == "the copy is not of the device key that the backup was made with")
      }
    }
    #expect(try device.items() == expected)
    #expect(try other.services() == ["two"])
    let fresh = try BackupDevice()
    #expect(refusal { try fresh.restore(from: folder, passphrase, deviceKey: "wrong.key") } != nil)
    #expect(fresh.machine.folder.names().isEmpty)
  }

  @Test func copyThatOthersReadIsRefused() throws {
    try device.export(to: folder, nil)
    try folder.write(try folder.read("kept.key"), to: "open.key", mode: 0o644)
    try folder.write([1, 2, 3], to: "short.key")
    for name in ["open.key", "short.key", "none.key"] {
      #expect(code { try other.restore(from: folder, nil, deviceKey: name) } == .notAvailable)
    }
    #expect(other.machine.folder.names().isEmpty)
    let linked = folder("linked.key")
    #expect(symlink(folder("kept.key"), linked) == 0)
    #expect(code { try other.restore(from: folder, nil, deviceKey: "linked.key") } == .notAvailable)
  }

  @Test func lockedKeychainTakesNothing() throws {
    try device.export(to: folder, nil)
    try device.keychain.setPasscode(passcode("1234"))
    try device.keychain.lock()
    #expect(
      code { try device.restore(from: folder, nil, deviceKey: "kept.key") }
        == .interactionNotAllowed)
  }
}
