import Keychain
import KeychainCrypto
import KeychainModel

/// What the tool does with the keys of a keychain.
protocol KeyKeeping {
  /// Gives every class a new key and seals every row anew, or finishes an earlier rotation; nil where
  /// there is no store.
  ///
  /// - Parameter onProgress: Called with the number of rows sealed so far, and of all that are to be.
  func rotateKeys(
    _ passcode: Passcode?, onProgress: (Int, Int) -> Void
  ) throws(KeychainError) -> KeyRotation.Outcome?
}
