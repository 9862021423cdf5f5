package import KeychainCrypto
package import KeychainModel
package import RowSealing

/// Whoever performs requests: the store in this process, or later a daemon.
package protocol KeychainService: Sendable {
  /// Performs a request.
  ///
  /// - Parameter credential: What the caller has proven; nil for nothing.
  /// - Returns: The new items of an add, the items that a search found, in the order of creation,
  ///   nothing for an update and a delete.
  /// - Throws: The error whose code is the status of the call: `.itemNotFound` when nothing
  ///   matches, `.duplicateItem` when the uniqueness key is taken, `.missingEntitlement` for an
  ///   access group that is not the caller's, `.interactionNotAllowed` when an item's class is
  ///   locked, `.notAvailable` when the store cannot be used, `.authenticationFailed` when an item's
  ///   access control is not satisfied: with the cause `authenticationNeeded` when something is
  ///   missing, `wrongApplicationPassword` when the password that was brought is wrong, without cause
  ///   when nothing can satisfy it.
  func perform(
    _ request: ItemRequest, as caller: Caller, with credential: AccessCredential?
  ) throws(KeychainError) -> [Item]

  /// Whether a passcode is set.
  func hasPasscode() throws(KeychainError) -> Bool

  /// Does nothing when a passcode may be tried now.
  ///
  /// - Throws: `.authenticationFailed` with the cause `passcodeMustWait` when it may not, after wrong ones.
  func requirePasscodeAttempt() throws(KeychainError)

  /// What only who has just given the passcode has.
  ///
  /// - Throws: `.authenticationFailed` when it is wrong, or may not be tried yet after wrong ones;
  ///   `.notAvailable` when none is set.
  func authenticationKey(for passcode: Passcode) throws(KeychainError) -> AuthenticationKey

  /// Whether that key is still the keychain's: it goes with its passcode when that is removed.
  func isCurrent(_ key: AuthenticationKey) throws(KeychainError) -> Bool
}

extension KeychainService {
  /// Performs a request for a caller who has proven nothing.
  package func perform(
    _ request: ItemRequest, as caller: Caller
  ) throws(KeychainError) -> [Item] {
    try perform(request, as: caller, with: nil)
  }
}
