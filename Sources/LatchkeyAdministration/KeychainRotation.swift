import Keychain
import KeychainModel

/// The result of a key rotation.
public struct KeychainRotation: Sendable, Equatable {
  /// The number of rows that were sealed with new keys: items, tombstones, and rows in quarantine that can be opened.
  public let resealedCount: Int

  /// The number of old keys that were destroyed.
  public let destroyedKeyCount: Int

  /// The number of old keys that were kept because damaged rows may be sealed with these keys.
  public let keptKeyCount: Int

  /// The number of rows that are sealed with an old key and cannot be opened.
  public let damagedCount: Int

  /// Whether the call completed an interrupted rotation instead of beginning a new rotation.
  public let isResumed: Bool

  /// The processes for which the keychain is unlocked.
  public let unlocking: KeychainUnlocking
}

extension KeychainAdministration {
  /// Rotates the keys of the keychain. Each accessibility class gets a new key, and every item is sealed with the new
  /// key of its class. Then the old keys are destroyed, as far as the file system allows it. Other processes can use
  /// the keychain during the call. The items, their dates, their references and their order do not change, and
  /// observers are not notified. The call does not create a keychain.
  ///
  /// The blind-index key, which searches use, and the device key do not change. An older copy of the keybag does not
  /// open rows that were sealed with new keys. The older copy still opens a copy of the database from the same time.
  ///
  /// If a rotation is interrupted, the next call completes this rotation and does not begin a new rotation.
  ///
  /// - Parameters:
  ///   - passcode: The passcode of the keychain. Nil if no passcode is set. The call unlocks the keychain with the
  ///     passcode. If the kernel stores no keys, the keychain is then locked for every other process that did not
  ///     receive the passcode at its start.
  ///   - onProgress: A closure that receives the number of read rows and the total number of rows. It runs on the
  ///     calling thread.
  /// - Returns: The result; nil if the keychain does not exist.
  /// - Throws: `AdministrationError`. -25308 (`errSecInteractionNotAllowed`) if a passcode is set but `passcode` is
  ///   nil, or if the keychain was locked during the call; -25293 (`errSecAuthFailed`) if the passcode is wrong, or may
  ///   not be tried yet; -25291 (`errSecNotAvailable`) if `passcode` is not nil but no passcode is set, if the keybag
  ///   has no space for more keys (after about 580 rotations), if the keychain cannot be used, or if other processes
  ///   use the keychain for 30 seconds; -25292 (`errSecReadOnly`), -36 (`errSecIO`) or -108 (`errSecAllocate`) if
  ///   writing fails. After an error, rows that were already sealed with new keys keep the new keys.
  @discardableResult
  public func rotateKeys(
    passcode: KeychainPasscode? = nil, onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws -> KeychainRotation? {
    let outcome = try AdministrationError.translating { () throws(KeychainError) in
      try keychain.rotateKeys(passcode?.passcode, onProgress: onProgress)
    }
    return outcome.map { outcome in
      KeychainRotation(
        resealedCount: outcome.resealedCount, destroyedKeyCount: outcome.destroyedKeyCount,
        keptKeyCount: outcome.keptKeyCount, damagedCount: outcome.damagedCount,
        isResumed: outcome.isResumed, unlocking: KeychainUnlocking(outcome.refusal))
    }
  }
}
