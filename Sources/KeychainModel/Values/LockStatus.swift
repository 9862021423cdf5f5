/// Whether the passcode of a keychain is the login password of its user, so that a login unlocks the keychain.
package enum LoginPassword: UInt8, CaseIterable, Sendable {
  /// The passcode is a password of its own, or there is no passcode. A login does nothing.
  case separate = 0
  /// The passcode was the login password when the person set it, and at the latest login.
  case same = 1
  /// The latest login password did not open the keychain, or root set a new login password without the old one.
  case differs = 2
}

/// Whether a keychain has a passcode, its lock state for this process, and its lock settings.
package struct LockStatus: Equatable, Sendable {
  package let hasPasscode: Bool
  /// The lock state for this process. The state of a keychain without a passcode is `.unlocked`.
  package let state: LockState
  package let settings: LockSettings
  /// Whether the passcode is the login password.
  package var login: LoginPassword

  package init(hasPasscode: Bool, state: LockState, settings: LockSettings, login: LoginPassword = .separate) {
    self.hasPasscode = hasPasscode
    self.state = state
    self.settings = settings
    self.login = login
  }
}
