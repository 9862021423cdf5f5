import Keychain
import KeychainCrypto
import KeychainModel

/// Whether a keychain has a passcode, what of it can be read, and when it locks itself.
public struct KeychainLock: Sendable, Equatable {
  /// What of a keychain can be read.
  public enum State: Sendable, Equatable {
    /// The passcode was not given since the machine was started: only items that are always accessible.
    case beforeFirstUnlock
    /// Items that are accessible after the first unlock, and those.
    case locked
    /// Every item. A keychain without passcode is always in this state.
    case unlocked
  }

  /// Whether a passcode is set.
  public let hasPasscode: Bool

  /// What this process may read.
  public let state: State

  /// The seconds from an unlocking until the keychain locks itself, those included during which the
  /// machine sleeps; nil for never.
  public let timeout: UInt32?

  /// Whether it locks itself when the machine has been suspended.
  public let locksWhenSuspended: Bool

  init(_ status: LockStatus) {
    hasPasscode = status.hasPasscode
    state =
      switch status.state {
      case .beforeFirstUnlock: .beforeFirstUnlock
      case .locked: .locked
      case .unlocked: .unlocked
      }
    timeout = status.settings.timeout
    locksWhenSuspended = status.settings.locksWhenSuspended
  }
}

/// Which processes an unlocking is for.
public enum KeychainUnlocking: Sendable, Equatable {
  /// All of the user, also processes that are started later: the kernel, or the folder that `LATCHKEY_UNLOCK_DIRECTORY`
  /// names, keeps the keys for them until the keychain is locked, its time is over, or the machine is restarted.
  case everyProcess
  /// Only this one, for the reason that the sentence gives: the kernel keeps no keys, as in some
  /// containers, and `LATCHKEY_UNLOCK_DIRECTORY` is not set.
  case thisProcess(reason: String)

  init(_ refusal: KeychainError?) {
    self = refusal.map { .thisProcess(reason: $0.reason) } ?? .everyProcess
  }
}
