import Keychain
import KeychainModel

/// The result of a key rotation.
public struct KeychainRotation: Sendable, Equatable {
  /// The number of rows that were sealed with new keys: items, tombstones, and rows in quarantine that can be opened.
  public let resealedCount: Int

  /// The number of old keys that were destroyed.
  public let destroyedKeyCount: Int

  /// The number of old keys that were kept, because damaged rows may be sealed with them.
  public let keptKeyCount: Int

  /// The number of rows that are sealed with an old key and cannot be opened.
  public let damagedCount: Int

  /// Whether the call completed an earlier, interrupted rotation. Then it began no new one.
  public let isResumed: Bool

  /// The processes for which the keychain is unlocked.
  public let unlocking: KeychainUnlocking
}

extension KeychainAdministration {
  /// Rotates the keys. Each accessibility class gets a new key, every item is sealed with it, and the old keys are
  /// destroyed, as far as the file system allows it. Other processes can work at the same time. Items, their dates,
  /// references and order do not change, and observers are not notified. The call does not create a keychain.
  ///
  /// The blind-index key, which searches use, and the device key do not change. An older copy of the keybag does not
  /// open rows that were sealed again. Together with a copy of the database from the same time, it opens that copy.
  ///
  /// If a rotation is interrupted, the next call completes it and begins no new one.
  ///
  /// - Parameters:
  ///   - passcode: The passcode if one is set. It unlocks the keychain. If the kernel stores no keys, other processes
  ///     are locked, unless they received the passcode when they were started.
  ///   - onProgress: Called on the calling thread with the number of read rows and the total.
  /// - Returns: The result; nil if there is no keychain.
  /// - Throws: `AdministrationError`. -25308 (`errSecInteractionNotAllowed`) if a passcode is set but none was given,
  ///   or if the keychain was locked during the call; -25293 (`errSecAuthFailed`) if the passcode is wrong, or may not
  ///   be tried yet; -25291 (`errSecNotAvailable`) if a passcode was given but none is set, if the keybag has no room
  ///   for more keys, which happens after about 580 rotations, or if the keychain cannot be used or is in use for 30
  ///   seconds; -25292 (`errSecReadOnly`), -36 (`errSecIO`) or -108 (`errSecAllocate`) if writing fails. Rows that
  ///   were already sealed with new keys stay so.
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
