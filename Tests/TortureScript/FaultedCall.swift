package import Keychain
import KeychainCrypto
import KeychainFiles
package import KeychainModel
package import Vault

/// A keychain call that changes several files. Tests make the call in a process in which a system call fails.
package enum FaultedCall: Int, CaseIterable, Sendable {
  /// `create` adds the first item of a new keychain. `add` adds an item to an existing keychain.
  case create, add
  case setPasscode, changePasscode, removePasscode
  case changeDeviceKey, changeDeviceKeyWithPasscode
  case rotateKeys, rotateKeysWithPasscode
  case exportBackup, exportBackupOver, importBackup
  case exportDeviceKey, importDeviceKey, removeDeviceKey
  /// Opens the keychain, which completes an interrupted change.
  case open

  /// The passcode of the keychain before the call, and the passcode after the call; nil for none.
  package var passcodes: (before: String?, after: String?) {
    switch self {
    case .setPasscode: (nil, "one")
    case .changePasscode: ("one", "two")
    case .removePasscode: ("one", nil)
    case .changeDeviceKeyWithPasscode, .rotateKeysWithPasscode: ("one", "one")
    default: (nil, nil)
    }
  }

  /// The service of the item that `create` and `add` add.
  package static let added = "added"

  /// Makes the call.
  ///
  /// - Parameter place: The folders of the keychain, and of the files that the call reads or writes.
  package func run(_ local: LocalKeychain, _ place: Place) throws(KeychainError) {
    let keychain = KeychainClient(local, as: .tool)
    func code(_ text: String?) throws(KeychainError) -> Passcode? {
      guard let text else { return nil }
      return try Passcodes.passcode(text)
    }
    let (before, after) = (try code(passcodes.before), try code(passcodes.after))
    let phrase = try Passcodes.passcode("phrase")
    switch self {
    case .create, .add:
      let answer = Simple(local).add(Self.added)
      guard answer.status == 0 else {
        let code = KeychainError.Code(rawValue: answer.status) ?? .notAvailable
        throw KeychainError(code, "the item is not added")
      }
    case .setPasscode: if let after { _ = try keychain.setPasscode(after) }
    case .changePasscode:
      if let before, let after { _ = try keychain.changePasscode(from: before, to: after) }
    case .removePasscode: if let before { try keychain.removePasscode(before) }
    case .changeDeviceKey, .changeDeviceKeyWithPasscode: _ = try keychain.changeDeviceKey(before)
    case .rotateKeys, .rotateKeysWithPasscode: _ = try keychain.rotateKeys(before)
    case .exportBackup, .exportBackupOver:
      _ = try keychain.exportBackup(
        to: place.backup, passphrase: phrase, replaces: self == .exportBackupOver)
    case .importBackup:
      _ = try keychain.importBackup(from: place.backup, passphrase: phrase, isDryRun: false)
    case .exportDeviceKey: _ = try keychain.exportDeviceKey(to: place.copy)
    case .importDeviceKey: _ = try keychain.importDeviceKey(from: place.copy)
    case .removeDeviceKey: _ = try keychain.removeDeviceKeyFile(copy: place.copy)
    case .open: _ = try keychain.lockStatus()
    }
  }

  /// The folders of a keychain, of its exports and of its imports, inside the folder `home`.
  package struct Place: Sendable {
    package let home: String

    package init(_ home: String) { self.home = home }

    package var data: String { home + "/data" }
    package var key: String { home + "/key" }
    package var out: String { home + "/out" }
    var backup: [UInt8] { Array("\(out)/backup".utf8) }
    var copy: [UInt8] { Array("\(out)/copy".utf8) }

    package func location(hasKeyFolder: Bool) -> StoreLocation {
      StoreLocation(dataDirectory: data, keyDirectory: hasKeyFolder ? key : data)
    }
  }

  /// Returns an unlock context in which the derivation of a key from a passcode is fast.
  package static func locking(_ custody: any UnlockAuthority) -> UnlockContext {
    UnlockContext(
      authority: custody, cache: KeyCache(), clock: SystemBootClock(),
      cost: Argon2Cost(passes: 1, memory: 8, lanes: 1) ?? .recommended)
  }
}
