package import KeychainCrypto
import KeychainLog
package import KeychainModel
package import Vault

/// Whether a passcode is set, what this process may read, and when the keychain locks itself.
package typealias LockStatus = Vault.Status

// The Vault and `KeychainService` describe each of these and its errors.
extension LocalKeychain {
  /// It works beside a damaged database, as locking and unlocking do.
  package func lockStatus() throws(KeychainError) -> LockStatus {
    try call { (deadline) throws(KeychainError) in try vault.status(until: deadline) }
  }

  package func hasPasscode() throws(KeychainError) -> Bool { try lockStatus().hasPasscode }

  package func canBeLocked() throws(KeychainError) -> Bool {
    try call { (_) throws(KeychainError) in try vault.canBeLocked() }
  }

  /// Locks the keychain for every process: each drops its keys at its next call, this one now.
  ///
  /// - Returns: Whether the database could record it.
  @discardableResult
  package func lock() throws(KeychainError) -> Bool {
    try call { (deadline) throws(KeychainError) in try vault.lock(until: deadline) }
  }

  /// Unlocks the keychain for every process of the user.
  ///
  /// - Returns: Why only this process was unlocked; nil when all were.
  @discardableResult
  package func unlock(_ passcode: Passcode) throws(KeychainError) -> KeychainError? {
    try call { (deadline) throws(KeychainError) in try vault.unlock(passcode, until: deadline) }
  }

  /// Changes when the keychain locks itself.
  package func set(_ settings: LockSettings) throws(KeychainError) {
    try call { (deadline) throws(KeychainError) in try vault.set(settings, until: deadline) }
  }

  // MARK: Proofs

  package func check(_ passcode: Passcode) throws(KeychainError) {
    try call { (deadline) throws(KeychainError) in try vault.check(passcode, until: deadline) }
  }

  package func authenticationKey(
    for passcode: Passcode
  ) throws(KeychainError) -> AuthenticationKey {
    try call { (deadline) throws(KeychainError) in
      try vault.authenticationKey(for: passcode, until: deadline)
    }
  }

  package func requirePasscodeAttempt() throws(KeychainError) {
    try call { (deadline) throws(KeychainError) in
      try vault.requirePasscodeAttempt(until: deadline)
    }
  }

  package func isCurrent(_ key: AuthenticationKey) throws(KeychainError) -> Bool {
    try call { (deadline) throws(KeychainError) in
      try vault.open(until: deadline).keybag.authenticationPublicKey == key.publicKey
    }
  }

  // MARK: The passcode

  /// Sets a passcode. The keychain stays unlocked.
  ///
  /// - Returns: Why new processes will find it locked all the same; nil when they will not.
  @discardableResult
  package func setPasscode(_ passcode: Passcode) throws(KeychainError) -> KeychainError? {
    try replacePasscode(nil, by: passcode, "a passcode was set")
  }

  /// Puts another passcode in place of the one that is set, and unlocks the keychain.
  @discardableResult
  package func changePasscode(
    from old: Passcode, to new: Passcode
  ) throws(KeychainError) -> KeychainError? {
    try replacePasscode(old, by: new, "the passcode was changed")
  }

  /// Removes the passcode. Items that needed one are gone for good.
  package func removePasscode(_ passcode: Passcode) throws(KeychainError) {
    _ = try replacePasscode(passcode, by: nil, "the passcode was removed")
  }

  /// The passcode that this process was given when it was started; nil when it was given none.
  package func givenPasscode() throws(KeychainError) -> Passcode? {
    try PasscodeSource(location.place)?.read()
  }

  private func replacePasscode(
    _ old: Passcode?, by new: Passcode?, _ message: LogMessage
  ) throws(KeychainError) -> KeychainError? {
    let refusal = try call { (deadline) throws(KeychainError) in
      try vault.changePasscode(from: old, to: new, until: deadline)
    }
    Log.notice(message)
    return refusal
  }
}
