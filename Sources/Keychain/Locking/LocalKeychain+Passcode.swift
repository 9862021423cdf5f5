package import KeychainCrypto
import KeychainLog
package import KeychainModel
import KeychainStore

extension LocalKeychain {
  /// Sets a passcode: from now on the store can be locked, and items that need a passcode can be
  /// stored. The store stays unlocked, here and for processes that have it open.
  ///
  /// - Returns: Why new processes will find it locked all the same; nil when they will not.
  /// - Throws: `.parameter` when a passcode is set already; `.allocation`, `.readOnly`, and what
  ///   opening a store throws. Then nothing was changed, unless the disk refused to make a change last
  ///   twice (`.inputOutput`).
  @discardableResult
  package func setPasscode(_ passcode: Passcode) throws(KeychainError) -> KeychainError? {
    let refusal = try replacePasscode(nil, by: passcode)
    Log.notice("a passcode was set")
    return refusal
  }

  /// Puts another passcode in place of the one that is set, and unlocks the store.
  ///
  /// - Returns: As `setPasscode`.
  /// - Throws: `.authenticationFailed` when the old one is wrong, or may not be tried yet;
  ///   `.interactionNotAllowed` when somebody locked the store meanwhile; `.notAvailable` when none is set;
  ///   and what `setPasscode` throws.
  @discardableResult
  package func changePasscode(
    from old: Passcode, to new: Passcode
  ) throws(KeychainError) -> KeychainError? {
    let refusal = try replacePasscode(old, by: new)
    Log.notice("the passcode was changed")
    return refusal
  }

  /// Removes the passcode. Items that needed one are gone for good: their key is destroyed, as far as
  /// the file system lets it.
  ///
  /// - Throws: As `changePasscode`.
  package func removePasscode(_ passcode: Passcode) throws(KeychainError) {
    _ = try replacePasscode(passcode, by: nil)
    Log.notice("the passcode was removed")
  }

  /// The passcode that this process was given when it was started; nil when it was given none.
  ///
  /// - Throws: `.notAvailable` when it cannot be read, or others could read it too; `.parameter` when it
  ///   is empty.
  package func givenPasscode() throws(KeychainError) -> Passcode? {
    try PasscodeSource(location)?.read()
  }

  private func replacePasscode(
    _ old: Passcode?, by new: Passcode?
  ) throws(KeychainError) -> KeychainError? {
    var made: PasscodeChange.Made?
    var terms: UnlockTerms?
    return try repairing(with: old) { (given) throws(KeychainError) in
      if terms == nil { terms = given }
      return try withStore { (store, deadline) throws(KeychainError) -> KeychainError? in
        let change = PasscodeChange(
          store: store, context: locking, clock: clock, random: random, deadline: deadline)
        return try change.run(from: old, to: new, made: &made, terms: &terms).refusal
      }
    }
  }
}
