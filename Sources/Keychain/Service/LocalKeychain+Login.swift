import KeychainCrypto
package import KeychainFiles
import KeychainLog
package import KeychainModel
import Vault

// Logins. A login acts only on a keychain whose passcode is the login password.

extension LocalKeychain {
  private var loginRecord: LoginRecord { LoginRecord(location.dataDirectory) }

  /// Whether the passcode is the login password. Creates no file.
  func loginPassword() throws(KeychainError) -> LoginPassword {
    guard location.named == nil, let recorded = try loginRecord.read() else { return .separate }
    guard let keybag = try vault.openBesideDatabase()?.keybag else { return .separate }
    return recorded.login(of: keybag)
  }

  /// Records whether the present passcode is the login password.
  func recordLoginPassword(_ login: LoginPassword) throws(KeychainError) {
    guard let keybag = try vault.openBesideDatabase()?.keybag, keybag.hasPasscode else { return }
    try loginRecord.replace(LoginRecord.Content(login, of: keybag))
  }

  /// Records whether the passcode of a keybag is the login password. The record has no effect before the keybag is in
  /// force.
  func noteLoginPassword(_ login: LoginPassword, of keybag: Keybag) throws(KeychainError) {
    try loginRecord.replace(LoginRecord.Content(login, of: keybag))
  }

  /// Unlocks the keychain at a login, or changes the passcode with the login password. Does nothing to a keychain whose
  /// passcode is a password of its own.
  ///
  /// - Returns: Whether the passcode is the login password now. `.differs` when the password does not open the keychain.
  /// - Throws: `.notAvailable` and other errors of opening the keychain.
  package func logIn(_ event: Login.Event, until deadline: Deadline) throws(KeychainError) -> LoginPassword {
    try DerivationQueue.waiting(until: deadline, cancelledBy: nil) { () throws(KeychainError) in
      try answer(event, until: deadline)
    }
  }

  private func answer(_ event: Login.Event, until deadline: Deadline) throws(KeychainError) -> LoginPassword {
    try ForkGate.enterUnlessForked { () throws(KeychainError) in
      let before = try loginPassword()
      guard before != .separate, let recorded = try loginRecord.read() else { return .separate }
      var now = try carryOut(event, until: deadline)
      if case .change(_, let new) = event {
        guard now != .same else {
          // The passcode has another salt now.
          try recordLoginPassword(.same)
          return now
        }
        // A service of PAM that has the module twice reports each change twice.
        now = try carryOut(.login(new), until: deadline)
      }
      if now != before { try loginRecord.replace(LoginRecord.Content(now, of: recorded)) }
      return now
    }
  }

  private func carryOut(_ event: Login.Event, until deadline: Deadline) throws(KeychainError) -> LoginPassword {
    do throws(KeychainError) {
      switch event {
      case .login(let password): try vault.unlock(password, until: deadline)
      case .change(let old, let new):
        try vault.changePasscode(from: old, to: new, until: deadline)
        endPasscodeProofs(in: ownSession)
        Log.notice("the passcode was changed with the login password")
      case .replacement: return .differs
      }
      return .same
    } catch {
      guard error.failureCause == .passcodeWrong else { throw error }
      Log.notice("the login password does not open the keychain")
      return .differs
    }
  }
}
