import Keychain
import KeychainModel

/// The result of erasing a keychain.
public struct KeychainErasure: Sendable, Equatable {
  /// The number of erased items; nil if they could not be counted.
  public let itemCount: Int?

  /// Whether a key may still exist, because its file could not be overwritten, or has further hard links. Anyone who
  /// has the key and a copy of the database may be able to read the copy.
  public let mayKeysLiveOn: Bool

  /// Whether the device key belongs to another keychain in the same folder. In this case the erasure did not remove the
  /// device key.
  public let isDeviceKeyForeign: Bool

  /// Whether the device key is a credential. The source of the credential, for example systemd, still has the device
  /// key. The device key opens nothing without the keybag, which the erasure destroyed.
  public let isDeviceKeyACredential: Bool
}

extension KeychainAdministration {
  /// Destroys the keys and all items of the keychain, and removes its files except `latchkey.lock` and the trust
  /// settings. The call also works if the keychain cannot be opened. An erasure cannot be undone. The next call of any
  /// program creates a new, empty keychain.
  ///
  /// If the process is killed, either the keychain is unchanged, or the next program that uses the keychain completes
  /// the erasure. After the erasure, the calls of other programs find no items.
  ///
  /// - Parameter path: The value of `databasePath`. The path confirms which keychain the call erases.
  /// - Returns: The result; nil if the keychain does not exist.
  /// - Throws: `AdministrationError`. -50 (`errSecParam`) for another path, and then nothing has changed; -25291
  ///   (`errSecNotAvailable`) if other processes use the keychain for 30 seconds, or if the folders of the keychain
  ///   cannot be used; -25292 (`errSecReadOnly`) or -36 (`errSecIO`) if writing fails.
  @discardableResult
  public func eraseEverything(confirming path: String) throws -> KeychainErasure? {
    guard path == databasePath else {
      throw AdministrationError(
        KeychainError(.parameter, "the path that was confirmed is not that of this keychain"))
    }
    let outcome = try AdministrationError.translating { () throws(KeychainError) in
      try keychain.eraseEverything()
    }
    return outcome.map {
      KeychainErasure(
        itemCount: $0.itemCount, mayKeysLiveOn: $0.mayKeysLiveOn,
        isDeviceKeyForeign: $0.isDeviceKeyForeign,
        isDeviceKeyACredential: $0.isDeviceKeyACredential)
    }
  }
}
