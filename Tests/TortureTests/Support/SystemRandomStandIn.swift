import KeychainCrypto
import KeychainModel
import Synchronization

/// The system's random source, until it is made to fail.
final class SystemRandomStandIn: RandomSource {
  private let rest = Atomic<Int>(Int.max)

  /// Makes all calls fail after this number of further calls.
  func fail(after count: Int) { rest.store(count, ordering: .relaxed) }

  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) {
    guard rest.subtract(1, ordering: .relaxed).oldValue > 0 else {
      throw KeychainError(.internalComponent, "no random numbers")
    }
    try SystemRandom().fill(buffer)
  }
}
