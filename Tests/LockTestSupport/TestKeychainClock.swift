import Keychain
import Synchronization

/// A clock that stands where it was put.
public final class TestKeychainClock: Sendable {
  private let time: Mutex<Double>

  /// Makes a clock.
  ///
  /// - Parameter time: Seconds since the beginning of 2001.
  public init(_ time: Double = 800_000_000) { self.time = Mutex(time) }

  /// Seconds since the beginning of 2001.
  public var now: Double { time.withLock { $0 } }

  /// Puts the clock at a time.
  public func set(_ time: Double) { self.time.withLock { $0 = time } }

  /// Puts the clock forward.
  public func advance(_ seconds: Double) { time.withLock { $0 += seconds } }
}

extension TestKeychainClock: KeychainClock {}
