import Keychain
import KeychainModel

/// The result of erasing a keychain.
public struct KeychainErasure: Sendable, Equatable {
  /// The number of erased items; nil if they could not be counted.
  public let itemCount: Int?

  /// Whether a key may still exist: it could be removed but not overwritten, or its file has further names in the file
  /// system. Then the database may still be readable for anyone who has a copy.
  public let mayKeysLiveOn: Bool

  /// Whether the device key belongs to another keychain in the same folder. It was not removed then.
  public let isDeviceKeyForeign: Bool

  /// Whether the device key is a credential. Its source still has it. Without the keybag, which was destroyed, it
  /// opens nothing.
  public let isDeviceKeyACredential: Bool
}

extension KeychainAdministration {
  /// Destroys the keys and all items, and removes the files, even if the keychain cannot be opened. This cannot be
  /// undone. The next call of any program creates a new, empty keychain.
  ///
  /// If the process is killed, the keychain is either unchanged, or the next program completes the erasure. Other
  /// programs find no items from their next call on.
  ///
  /// - Parameter path: The value of `databasePath`, to confirm which keychain to erase.
  /// - Returns: The result; nil if there is no keychain.
  /// - Throws: `AdministrationError`. -50 (`errSecParam`) for another path; nothing is changed then. -25291
  ///   (`errSecNotAvailable`) if other processes use the keychain for 30 seconds, or its folders cannot be used;
  ///   -25292 (`errSecReadOnly`) or -36 (`errSecIO`) if writing fails.
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
