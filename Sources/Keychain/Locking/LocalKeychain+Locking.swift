package import KeychainCrypto
import KeychainLog
package import KeychainModel
import Vault

extension LocalKeychain {
  /// Whether a passcode is set, what this process may read, and when the keychain locks itself. It works beside a
  /// damaged database.
  ///
  /// - Throws: What opening a keychain throws.
  package func lockStatus() throws(KeychainError) -> LockStatus {
    let status = try call { (deadline) throws(KeychainError) in
      try vault.status(until: deadline)
    }
    return LockStatus(
      hasPasscode: status.hasPasscode, state: status.hasPasscode ? status.lockState : .unlocked,
      settings: status.settings)
  }

  /// Whether a passcode is set.
  ///
  /// - Throws: What opening a keychain throws.
  package func hasPasscode() throws(KeychainError) -> Bool { try lockStatus().hasPasscode }

  /// Whether a passcode is set, so that `lock` can be called. Opens no database, and makes nothing.
  ///
  /// - Throws: `.notAvailable` when the folders cannot be used, or the keybag is missing or cannot be read.
  package func canBeLocked() throws(KeychainError) -> Bool {
    try call { (_) throws(KeychainError) in try vault.canBeLocked() }
  }

  /// Locks the keychain for every process: each drops its keys at its next call, this one now. It works on a full disk
  /// and beside a damaged database.
  ///
  /// - Throws: `.notAvailable` when no passcode is set, since nothing could unlock it again, or others keep the state for
  ///   30 seconds; `.readOnly` where the others cannot be told. Then this process is locked all the same, and those
  ///   that are started later.
  package func lock() throws(KeychainError) {
    try call { (deadline) throws(KeychainError) in _ = try vault.lock(until: deadline) }
  }

  /// Unlocks the keychain: for this process, and for the others of the user where the kernel keeps keys for them. It
  /// works beside a damaged database.
  ///
  /// - Returns: Why only this process was unlocked; nil when all were.
  /// - Throws: `.authenticationFailed` when the passcode is wrong, or may not be tried yet; `.interactionNotAllowed` when
  ///   the keychain was locked after it was given; `.notAvailable` when none is set; `.allocation`, and what opening a
  ///   keychain throws.
  @discardableResult
  package func unlock(_ passcode: Passcode) throws(KeychainError) -> KeychainError? {
    try call { (deadline) throws(KeychainError) in try vault.unlock(passcode, until: deadline) }
  }

  /// Changes when the keychain locks itself, also for an unlocking that lasts.
  ///
  /// - Throws: `.notAvailable` when no passcode is set, and there is something to set; `.interactionNotAllowed` when the
  ///   keychain was locked meanwhile; `.readOnly`; and what opening a keychain throws.
  package func set(_ settings: LockSettings) throws(KeychainError) {
    try call { (deadline) throws(KeychainError) in try vault.set(settings, until: deadline) }
  }

  // MARK: Proofs

  /// Whether a passcode is the one that is set. Unlocks nothing.
  ///
  /// - Throws: As `unlock`.
  package func check(_ passcode: Passcode) throws(KeychainError) {
    try call { (deadline) throws(KeychainError) in try vault.check(passcode, until: deadline) }
  }

  /// The key that only a person who has just given the passcode has: it opens the items whose access control asks for
  /// a person's presence or the passcode.
  ///
  /// - Throws: As `unlock`.
  package func authenticationKey(
    for passcode: Passcode
  ) throws(KeychainError) -> AuthenticationKey {
    try call { (deadline) throws(KeychainError) in
      try vault.authenticationKey(for: passcode, until: deadline)
    }
  }

  /// Does nothing when a passcode may be tried now, before a person is asked for it.
  ///
  /// - Throws: `.authenticationFailed` with the cause `passcodeMustWait` when it is too early after wrong ones; what
  ///   opening a keychain throws.
  package func requirePasscodeAttempt() throws(KeychainError) {
    try call { (deadline) throws(KeychainError) in
      try vault.requirePasscodeAttempt(until: deadline)
    }
  }

  /// Whether an authentication key is the one that items are sealed to now.
  ///
  /// - Throws: What opening a keychain throws.
  package func isCurrent(_ key: AuthenticationKey) throws(KeychainError) -> Bool {
    try call { (deadline) throws(KeychainError) in
      try vault.open(until: deadline).keybag.authenticationPublicKey == key.publicKey
    }
  }

  // MARK: The passcode

  /// Sets a passcode: from now on the keychain can be locked, and items that need a passcode can be stored. The
  /// keychain stays unlocked.
  ///
  /// - Returns: Why new processes will find it locked all the same; nil when they will not.
  /// - Throws: `.parameter` when a passcode is set already; `.allocation`, `.readOnly`, and what opening a keychain
  ///   throws. Then nothing was changed.
  @discardableResult
  package func setPasscode(_ passcode: Passcode) throws(KeychainError) -> KeychainError? {
    let refusal = try replacePasscode(nil, by: passcode)
    Log.notice("a passcode was set")
    return refusal
  }

  /// Puts another passcode in place of the one that is set, and unlocks the keychain.
  ///
  /// - Returns: As `setPasscode`.
  /// - Throws: `.authenticationFailed` when the old one is wrong, or may not be tried yet; `.interactionNotAllowed` when
  ///   the keychain was locked meanwhile; `.notAvailable` when none is set; and what `setPasscode` throws.
  @discardableResult
  package func changePasscode(
    from old: Passcode, to new: Passcode
  ) throws(KeychainError) -> KeychainError? {
    let refusal = try replacePasscode(old, by: new)
    Log.notice("the passcode was changed")
    return refusal
  }

  /// Removes the passcode. Items that needed one are gone for good: their key is destroyed, as far as the file system
  /// lets it.
  ///
  /// - Throws: As `changePasscode`.
  package func removePasscode(_ passcode: Passcode) throws(KeychainError) {
    _ = try replacePasscode(passcode, by: nil)
    Log.notice("the passcode was removed")
  }

  /// The passcode that this process was given when it was started; nil when it was given none.
  ///
  /// - Throws: `.notAvailable` when it cannot be read, or others could read it too; `.parameter` when it is empty.
  package func givenPasscode() throws(KeychainError) -> Passcode? {
    try PasscodeSource(location.place)?.read()
  }

  private func replacePasscode(
    _ old: Passcode?, by new: Passcode?
  ) throws(KeychainError) -> KeychainError? {
    try call { (deadline) throws(KeychainError) in
      try vault.changePasscode(from: old, to: new, until: deadline)
    }
  }
}
