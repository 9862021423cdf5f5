import Foundation
import Keychain
import Synchronization

/// A clock that stands where it was put.
final class TestClock: KeychainClock {
  private let time: Mutex<Double>

  init(_ time: Double = 800_000_000) { self.time = Mutex(time) }

  var now: Double { time.withLock { $0 } }

  var date: Date { Date(timeIntervalSinceReferenceDate: now) }

  func set(_ time: Double) { self.time.withLock { $0 = time } }
  func advance(_ seconds: Double) { time.withLock { $0 += seconds } }
}
