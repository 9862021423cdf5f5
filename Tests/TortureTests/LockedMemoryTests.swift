import Glibc
import Keychain
import KeychainFiles
import KeychainModel
import LockTestSupport
import TestSupport
import Testing
import TortureScript

@testable import KeychainCrypto

/// After locking, the memory of the process contains no key of a locked class and no passcode.
@Suite struct LockedMemoryTests {
  private static let passcodeText = "a passcode nobody else has: 8f2c91"

  /// Computes the keys of a store with the passcode. Returns the keys that are unusable while the store is locked, and
  /// the other keys.
  private func keys(_ home: String) throws -> (locked: [[UInt8]], usable: [[UInt8]]) {
    let folder = try ProtectedDirectory.openOrCreate(home)
    let keybag = try #require(try StoreLocation(home: home).keybag())
    let deviceKey = try #require(try DeviceKeyFile(in: folder).load())
    let passcodeKey = try keybag.passcodeKey(
      passcode(Self.passcodeText), deviceKey: deviceKey)
    let ring = try KeyRing(keybag, deviceKey: deviceKey, passcodeKey: passcodeKey)
    var locked: [[UInt8]] = [try passcodeKey.withBytes { Array($0) }]
    var usable: [[UInt8]] = []
    for key in ring.usableKeys {
      let found = try ring.withClassKey(key.keyID) { bytes, accessibility throws(KeychainError) in
        [Array(bytes)]
          + (try ["latchkey metadata", "latchkey secret"].map { label throws(KeychainError) in
            let info =
              Array(label.utf8) + ring.vaultID.bytes + [accessibility.rawValue]
              + withUnsafeBytes(of: key.keyID.littleEndian) { Array($0) }
            let derived = try HKDF.deriveKey(from: bytes, info: info)
            return derived.withUnsafeBytes { Array($0) }
          })
      }
      if LockState.locked.opens(key.accessibility) { usable += found } else { locked += found }
    }
    locked.append(
      try keybag.authenticationKey(passcodeKey, deviceKey: deviceKey).withBytes { Array($0) })
    return (locked, usable)
  }

  @Test func afterLockingNoKeyAndNoPasscodeIsLeft() throws {
    let store = try Store()
    let secrets = try TemporaryDirectory()
    try secrets.write(Array(Self.passcodeText.utf8), to: "passcode")
    let child = try Child("commands", store.folder.path)
    #expect(child.ask("add item 40").status == 0)
    #expect(child.ask("set-passcode \(secrets("passcode"))").status == 0)
    #expect(child.ask("find item").status == 0)
    #expect(child.ask("update item 70000").status == 0)

    let (locked, usable) = try keys(store.folder.path)
    let before = try ProcessMemory.find(locked + usable, in: child.identifier)
    // Before locking, the search must find keys: the class key of the item, and the keys that are derived from the
    // class key. Otherwise the search proves nothing.
    #expect(before.filter { locked.contains($0) }.count >= 3)
    #expect(child.ask("unlock \(secrets("passcode"))").status == 0)
    #expect(child.ask("lock").status == 0)
    #expect(
      try ProcessMemory.find(
        locked + [Array(Self.passcodeText.utf8)], in: child.identifier) == [])
    #expect(child.ask("find item").status == -25308)
    #expect(
      try ProcessMemory.find(
        locked + [Array(Self.passcodeText.utf8)], in: child.identifier) == [])
    #expect(child.ask("erase").status == 0)
  }
}
