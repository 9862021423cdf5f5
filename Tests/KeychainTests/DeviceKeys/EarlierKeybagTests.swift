import Glibc
import KeychainCrypto
import KeychainModel
import TestSupport
import Testing
import Vault

@testable import Keychain

/// Tests of a device key together with an earlier copy of the keybag.
///
/// The device key that opens the earlier keybag is not the device key that the keychain needs.
@Suite("The device key with an earlier keybag") struct EarlierKeybagTests {
  private let sample: SampleStore
  private let store: TestKeychain
  /// A folder with copies of the device key: `old` from before the change of the key, and `new` from after the change.
  private let elsewhere: TemporaryDirectory
  private let older: [UInt8]
  private let newer: [UInt8]

  init() throws {
    sample = try SampleStore.small.get()
    store = try sample.copy()
    elsewhere = try TemporaryDirectory()
    try store.keychain.exportDeviceKey(to: elsewhere("old"))
    older = try store.folder.keybagBytes()
    _ = try store.keychain.changeDeviceKey()
    try store.keychain.exportDeviceKey(to: elsewhere("new"))
    newer = try store.folder.keybagBytes()
    store.keychain.close()
  }

  @Test("With an earlier keybag, the key file is not removed, and opens the right keybag afterwards")
  func removal() throws {
    try store.folder.replaceKeybag(older)
    for copy in ["old", "new"] {
      #expect(
        reason { _ = try store.keychain.removeDeviceKeyFile(copy: elsewhere(copy)) }
          == Inconsistency.keybagDiffers.error.reason)
    }
    let credentials = try TemporaryDirectory()
    try credentials.write(try elsewhere.read("old"), to: DeviceKeyCredential.name)
    let service = TestKeychain(reopening: store, credentials: credentials)
    #expect(
      reason { _ = try service.keychain.removeDeviceKeyFile(copy: nil) }
        == Inconsistency.keybagDiffers.error.reason)
    #expect(try store.folder.read("device.key") == elsewhere.read("new"))
    try store.folder.replaceKeybag(newer)
    #expect(try store.count(of: sample.items) == sample.items.count)
    #expect(try store.keychain.removeDeviceKeyFile(copy: elsewhere("new")))
  }

  @Test("With an earlier keybag, no device key is imported until the keybag is restored or accepted")
  func importing() throws {
    _ = try store.keychain.removeDeviceKeyFile(copy: elsewhere("new"))
    try store.folder.replaceKeybag(older)
    for copy in ["old", "new"] {
      #expect(
        reason { _ = try store.keychain.importDeviceKey(from: elsewhere(copy)) }
          == Inconsistency.keybagDiffers.error.reason)
      #expect(!store.exists("device.key"))
    }
    // The newer keybag is lost. The old device key replaces the missing key, and the earlier keybag is accepted.
    #expect(reason { _ = try store.keychain.acceptOlder() }?.contains("device key") == true)
    try store.folder.write(try elsewhere.read("old"), to: "device.key")
    #expect(store.status() == KeychainError.Code.notAvailable.rawValue)
    #expect(try store.keychain.acceptOlder())
    #expect(try store.count(of: sample.items) == sample.items.count)
  }

  @Test("A key file that does not open the keybag is not removed")
  func otherFile() throws {
    for content in [
      try elsewhere.read("old"), try SampleStore.standard.get().files["device.key"] ?? [],
      [UInt8](repeating: 0, count: 8192),
    ] {
      try store.folder.write(content, to: "device.key")
      #expect(reason { _ = try store.keychain.removeDeviceKeyFile(copy: elsewhere("new")) } != nil)
      #expect(try store.folder.read("device.key") == content)
    }
  }

  @Test("With a damaged database, a device key can be imported, but not removed")
  func unreadable() throws {
    try store.damageHeader()
    #expect(reason { _ = try store.keychain.removeDeviceKeyFile(copy: elsewhere("new")) } != nil)
    #expect(store.exists("device.key"))
    #expect(unlink(store.folder("device.key")) == 0)
    #expect(try store.keychain.importDeviceKey(from: elsewhere("new")))
    #expect(unlink(store.folder("keychain.db")) == 0)
    #expect(reason { _ = try store.keychain.removeDeviceKeyFile(copy: elsewhere("new")) } != nil)
    #expect(store.exists("device.key"))
  }
}
