package import KeychainCrypto
import KeychainLog
package import KeychainModel
package import Vault

/// Whether a passcode is set, what this process may read, and when the keychain locks itself.
package typealias LockStatus = Vault.Status

// The Vault and `Request` describe each of these and its errors.
extension LocalKeychain {
  /// It works beside a damaged database, as locking and unlocking do.
  package func lockStatus() throws(KeychainError) -> LockStatus {
    try call { (deadline) throws(KeychainError) in try vault.status(until: deadline) }
  }

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

  /// Sets a first passcode, puts another in place of the one that is set, or removes it. Without a passcode, items that
  /// needed one are gone for good.
  ///
  /// - Parameters:
  ///   - old: The one that is set; nil when none is.
  ///   - new: Unlocks the keychain; nil for none.
  /// - Returns: Why new processes will find it locked all the same; nil when they will not.
  @discardableResult
  package func changePasscode(
    from old: Passcode?, to new: Passcode?
  ) throws(KeychainError) -> KeychainError? {
    let refusal = try call { (deadline) throws(KeychainError) in
      try vault.changePasscode(from: old, to: new, until: deadline)
    }
    switch (old, new) {
    case (nil, _): Log.notice("a passcode was set")
    case (_, nil): Log.notice("the passcode was removed")
    default: Log.notice("the passcode was changed")
    }
    return refusal
  }
}
