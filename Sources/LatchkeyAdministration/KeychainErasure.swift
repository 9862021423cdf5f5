import Keychain
import KeychainModel

/// What erasing a keychain came to.
public struct KeychainErasure: Sendable, Equatable {
  /// The items that were erased; nil when they could not be counted.
  public let itemCount: Int?

  /// Whether a key could only be removed and not overwritten, or has further names in the file
  /// system: then whoever has the database may still read it.
  public let mayKeysLiveOn: Bool

  /// Whether the device key is of another keychain, which shares its folder: it was left alone.
  public let isDeviceKeyForeign: Bool

  /// Whether the device key is a credential, which whoever passes it keeps. Without the keybag,
  /// which was destroyed, it opens nothing.
  public let isDeviceKeyACredential: Bool
}

extension KeychainAdministration {
  /// Destroys the keys and every item, and removes the files, also of a keychain that cannot be
  /// opened. There is no way back. The next call of any program makes a new, empty keychain.
  ///
  /// A process that is killed meanwhile leaves either the keychain as it was or one that the next
  /// program finishes erasing. Other programs find nothing from their next call on.
  ///
  /// - Parameter path: `databasePath`, to say which keychain is meant.
  /// - Returns: Nil when there is no keychain.
  /// - Throws: `AdministrationError` with status -50 (`errSecParam`) for another path, and nothing is
  ///   changed; -25291 (`errSecNotAvailable`) when others keep the keychain busy for 30 seconds or
  ///   its folders cannot be used; -25292 (`errSecReadOnly`) or -36 (`errSecIO`) when writing fails
  ///   so.
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
