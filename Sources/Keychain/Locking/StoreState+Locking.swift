import KeychainModel
import KeychainStore

extension StoreState {
  /// - Parameter terms: Those of the moment when a passcode was given.
  /// - Throws: `.interactionNotAllowed` when somebody locked the store since, its time is over, or the machine slept.
  func requireUnlocked(
    since terms: UnlockTerms, _ clock: any MachineClock
  ) throws(KeychainError) {
    guard terms.hold(in: self, clock) else {
      throw KeychainError(
        .interactionNotAllowed,
        "the keychain was locked, or its settings changed, after the passcode was given; it stays locked"
      )
    }
  }
}
