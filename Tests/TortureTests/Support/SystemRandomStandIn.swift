import KeychainCrypto
import KeychainModel
import Synchronization

/// The system's random number source, which a test can make fail.
final class SystemRandomStandIn: RandomSource {
  private let rest = Atomic<Int>(Int.max)

  /// Lets the next `count` requests succeed, and all later requests fail.
  func fail(after count: Int) { rest.store(count, ordering: .relaxed) }

  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) {
    guard rest.subtract(1, ordering: .relaxed).oldValue > 0 else {
      throw KeychainError(.internalComponent, "no random numbers")
    }
    try SystemRandom().fill(buffer)
  }
}
