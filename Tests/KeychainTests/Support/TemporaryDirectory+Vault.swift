import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import TestSupport
import Vault

// Direct access to the files of a keychain while other programs use the keychain.
extension TemporaryDirectory {
  /// The files of a keychain whose home is this folder.
  func vaultFiles() throws -> VaultFiles {
    try VaultLocation(dataDirectory: path, keyDirectory: path).open()
  }

  /// The state in the header of the keychain.
  func headerState() throws -> HeaderState {
    guard let state = try vaultFiles().header()?.read()?.state else {
      throw TestKeychain.Failure(reason: "there is no state")
    }
    return state
  }

  /// Changes the state in the header, as another process does.
  func changeState(
    _ body: (inout HeaderState) throws(KeychainError) -> Void
  ) throws {
    guard let header = try vaultFiles().header() else {
      throw TestKeychain.Failure(reason: "there is no header")
    }
    try header.change(until: .after(.seconds(20)), body)
  }

  /// The name of the keybag with the greatest number.
  func keybagName() throws -> String {
    guard let number = try vaultFiles().keybags.numbers().last else {
      throw TestKeychain.Failure(reason: "there is no keybag")
    }
    return KeybagFiles.name(number)
  }

  /// The bytes of the keybag with the greatest number.
  func keybagBytes() throws -> [UInt8] { try read(keybagName()) }

  /// Replaces the content of the keybag with the greatest number.
  func replaceKeybag(_ content: [UInt8]) throws { try write(content, to: keybagName()) }

  /// The keybag with the greatest number.
  func keybag() throws -> Keybag {
    let keybags = try vaultFiles().keybags
    guard let number = try keybags.numbers().last, let keybag = try keybags.load(number) else {
      throw TestKeychain.Failure(reason: "there is no keybag")
    }
    return keybag
  }

  /// The row of the table `store`. No writer may be active in this process during the call.
  func storeRecord() throws -> StoreRecord {
    guard let row = try vaultFiles().connection(until: .after(.seconds(20))).storeRecord() else {
      throw TestKeychain.Failure(reason: "there is no row of store")
    }
    return row
  }

  /// Whether the files belong together.
  func consistency() throws -> Consistency {
    try VaultInspection(vaultFiles(), until: .after(.seconds(20))).consistency
  }
}
