import Keychain
import Synchronization

/// A clock that stands where it was put.
package final class TestKeychainClock: KeychainClock {
  private let time = Mutex(800_000_000.0)

  package init() {}

  package var now: Double { time.withLock { $0 } }

  package func advance(_ seconds: Double) { time.withLock { $0 += seconds } }
}
