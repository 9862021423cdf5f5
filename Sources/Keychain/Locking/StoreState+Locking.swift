import KeychainModel
import KeychainStore

extension StoreState {
  /// - Parameter epoch: The lock epoch of when a passcode was given.
  /// - Throws: `.interactionNotAllowed` when somebody locked the store since.
  func requireUnlocked(since epoch: UInt64) throws(KeychainError) {
    guard lockEpoch == epoch else {
      throw KeychainError(
        .interactionNotAllowed,
        "the keychain was locked after the passcode was given, and stays locked")
    }
  }
}
