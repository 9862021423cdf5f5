package import KeychainCrypto
package import KeychainModel

extension LocalKeychain {
  /// Gives every class a new key, seals every row under the new ones, and destroys the old keys, while
  /// other processes work. Items stay as they are, their dates, references and order too; nobody is told
  /// of a change. A passcode that is set is needed, and the store is unlocked by it. Finishes an earlier
  /// rotation instead, if one was interrupted. Where there is no store, none is made: nil.
  ///
  /// - Parameter onProgress: Called with the number of rows sealed so far, and of all that are to be.
  /// - Throws: `.interactionNotAllowed` when a passcode is set and none was given, or somebody locked
  ///   the store meanwhile; `.authenticationFailed` when it is wrong, or may not be tried yet;
  ///   `.notAvailable` when none is set and one was given, or the keybag has no room (after some 580
  ///   rotations); and what an update throws. What was sealed anew stays so; calling again goes on.
  package func rotateKeys(
    _ passcode: Passcode? = nil, onProgress: (Int, Int) -> Void = { _, _ in }
  ) throws(KeychainError) -> KeyRotation.Outcome? {
    guard try isPresent() else { return nil }
    return try withoutActuallyEscaping(onProgress) { (onProgress) throws(KeychainError) in
      try repairing(with: passcode) { (given) throws(KeychainError) in
        try KeyRotation(keychain: self, onProgress: onProgress)
          .run(passcode, given)
      }
    }
  }
}
