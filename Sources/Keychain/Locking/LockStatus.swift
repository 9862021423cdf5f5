package import KeychainCrypto
import KeychainStore

/// What a store says about passcode and locking.
package struct LockStatus: Sendable, Equatable {
  package let hasPasscode: Bool
  /// What this process may read; `.unlocked` without a passcode.
  package let state: LockState
  package let settings: LockSettings

  init(_ keys: StoreKeys, _ state: StoreState) {
    self.init(
      hasPasscode: keys.ring.hasPasscode,
      state: keys.ring.hasPasscode ? keys.lockState : .unlocked, settings: state.lockSettings)
  }

  package init(hasPasscode: Bool, state: LockState, settings: LockSettings) {
    self.hasPasscode = hasPasscode
    self.state = state
    self.settings = settings
  }
}
