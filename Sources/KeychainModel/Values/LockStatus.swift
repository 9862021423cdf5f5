/// Whether a keychain has a passcode, its lock state for this process, and its lock settings.
package struct LockStatus: Equatable, Sendable {
  package let hasPasscode: Bool
  /// The lock state for this process. The state of a keychain without a passcode is `.unlocked`.
  package let state: LockState
  package let settings: LockSettings

  package init(hasPasscode: Bool, state: LockState, settings: LockSettings) {
    self.hasPasscode = hasPasscode
    self.state = state
    self.settings = settings
  }
}
