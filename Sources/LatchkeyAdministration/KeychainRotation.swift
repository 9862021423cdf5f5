import Keychain
import KeychainModel

/// What rotating the keys of a keychain did.
public struct KeychainRotation: Sendable, Equatable {
  /// Rows that were sealed again: items, tombstones, and rows in quarantine that open.
  public let resealedCount: Int

  /// Old keys that were destroyed.
  public let destroyedKeyCount: Int

  /// Old keys that were kept, because damaged rows may be sealed under them.
  public let keptKeyCount: Int

  /// Rows that are sealed under an old key and do not open.
  public let damagedCount: Int

  /// Whether an earlier rotation was finished that had been interrupted. Then none was begun.
  public let isResumed: Bool

  /// Which processes find the keychain unlocked.
  public let unlocking: KeychainUnlocking
}

extension KeychainAdministration {
  /// Gives every accessibility class a new key, seals every item under it, and destroys the old keys, as
  /// far as the file system lets it. Other processes work meanwhile. Items stay as they are, their dates,
  /// references and order too; observers are not notified. Where there is no keychain, none is made.
  ///
  /// The blind-index key, on which searching rests, and the device key stay. A copy of the keybag that
  /// was made before opens no row that is sealed again. With a copy of the database of its time it opens that copy.
  ///
  /// When it is interrupted, calling it again finishes what was begun, and begins nothing.
  ///
  /// - Parameters:
  ///   - passcode: The passcode, when one is set. The keychain is unlocked by it. Processes that were
  ///     unlocked alone, where the kernel keeps no keys, are locked, unless they were given the passcode
  ///     when they were started.
  ///   - onProgress: Called on the calling thread with the number of rows read so far, and of all
  ///     rows.
  /// - Returns: Nil where there is no keychain.
  /// - Throws: `AdministrationError` with status -25308 (`errSecInteractionNotAllowed`) when a passcode is
  ///   set and none was given, or the keychain was locked meanwhile; -25293 (`errSecAuthFailed`) when
  ///   it is wrong, or may not be tried yet; -25291 (`errSecNotAvailable`) when none is set and one was
  ///   given, when the keybag has no room for more keys, after some 580 rotations, or the keychain cannot
  ///   be used or is kept busy for 30 seconds; -25292 (`errSecReadOnly`), -36 (`errSecIO`) or -108
  ///   (`errSecAllocate`) when writing fails so. Rows that were sealed again stay so.
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
