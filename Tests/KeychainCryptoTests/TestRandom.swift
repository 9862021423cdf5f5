import KeychainCrypto
import KeychainModel
import Synchronization

/// A deterministic random source. Each request gives other bytes, and each run gives the same bytes.
final class TestRandom: RandomSource {
  private let state: Mutex<UInt64>

  init(seed: UInt64 = 1) { state = Mutex(seed) }

  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) {
    state.withLock { state in
      for index in buffer.indices {
        // Knuth's linear congruential generator. Its high bits are random enough for tests.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        buffer[index] = UInt8(truncatingIfNeeded: state >> 56)
      }
    }
  }

  func bytes(_ count: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: count)
    result.withUnsafeMutableBytes { try? fill($0) }
    return result
  }
}
