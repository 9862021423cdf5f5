import KeychainCrypto
import KeychainFiles
import KeychainModel

/// Makes random choices with equal probabilities. A random byte that would make some choices more likely is discarded,
/// and the next byte is used.
struct UniformChoice: ~Copyable {
  private let random: any RandomSource
  private var bytes = WipedBytes(count: 64)
  private var position = 64

  init(_ random: any RandomSource) { self.random = random }

  /// Returns a random number below `count`.
  ///
  /// - Parameter count: A number from 1 to 256.
  mutating func index(below count: Int) throws(KeychainError) -> Int {
    precondition((1...256).contains(count))
    let limit = 256 - 256 % count
    while true {
      let byte = Int(try next())
      if byte < limit { return byte % count }
    }
  }

  private mutating func next() throws(KeychainError) -> UInt8 {
    if position == bytes.count {
      let random = random
      try bytes.withUnsafeMutableBytes { (buffer) throws(KeychainError) in
        try random.fillSecret(buffer)
      }
      position = 0
    }
    defer { position += 1 }
    let place = position
    return bytes.withUnsafeBytes { $0[place] }
  }
}
