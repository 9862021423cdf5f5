import Keychain
import Synchronization

/// A clock whose time changes only when a test changes it.
public final class TestKeychainClock: Sendable {
  private let time: Mutex<Double>

  /// Creates a clock.
  ///
  /// - Parameter time: The time of the clock, in seconds since 2001-01-01 00:00:00 UTC.
  public init(_ time: Double = 800_000_000) { self.time = Mutex(time) }

  /// The time of the clock, in seconds since 2001-01-01 00:00:00 UTC.
  public var now: Double { time.withLock { $0 } }

  /// Sets the time of the clock, in seconds since 2001-01-01 00:00:00 UTC.
  public func set(_ time: Double) { self.time.withLock { $0 = time } }

  /// Advances the clock by a number of seconds.
  public func advance(_ seconds: Double) { time.withLock { $0 += seconds } }
}

extension TestKeychainClock: KeychainClock {}
