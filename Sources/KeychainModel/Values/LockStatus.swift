/// Whether a keychain has a passcode, and what of it can be read.
package struct LockStatus: Equatable, Sendable {
  package let hasPasscode: Bool
  /// The classes of items that this process may read; `.unlocked` without a passcode.
  package let state: LockState
  package let settings: LockSettings

  package init(hasPasscode: Bool, state: LockState, settings: LockSettings) {
    self.hasPasscode = hasPasscode
    self.state = state
    self.settings = settings
  }
}
