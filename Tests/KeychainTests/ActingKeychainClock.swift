import Keychain
import KeychainModel

/// A clock that always shows 0. At the next reading of the clock, the clock runs an action once, in the middle of the
/// call that reads the clock.
final class ActingKeychainClock: KeychainClock {
  private let action = ForkSafeMutex<(@Sendable () -> Void)?>(nil)

  var now: Double {
    action.withLock { $0.take() }?()
    return 0
  }

  func whenRead(_ body: @escaping @Sendable () -> Void) { action.withLock { $0 = body } }
}
