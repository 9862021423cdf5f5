import KeychainCrypto
import KeychainModel

/// The code for a time (RFC 6238), and its remaining validity.
struct OneTimePassword {
  /// The digits of the code, in ASCII.
  let code: [UInt8]
  /// The seconds until the next code: at least 1.
  let remaining: Int64

  /// - Parameter time: Seconds since 1970-01-01. A negative time is treated as 0.
  init(_ seed: OneTimePasswordSeed, at time: Int64) throws(KeychainError) {
    let time = max(0, time)
    let counter = UInt64(time / seed.period)
    remaining = seed.period - time % seed.period
    var hash = try Self.hash(counter, seed)
    defer { hash.wipe() }
    // Dynamic truncation (RFC 4226, section 5.3).
    let offset = Int((hash.last ?? 0) & 0xF)
    var number = hash[offset..<(offset + 4)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    number &= 0x7FFF_FFFF
    var code = [UInt8](repeating: UInt8(ascii: "0"), count: seed.digits)
    for position in code.indices.reversed() {
      code[position] += UInt8(number % 10)
      number /= 10
    }
    self.code = code
  }

  private static func hash(
    _ counter: UInt64, _ seed: OneTimePasswordSeed
  ) throws(KeychainError) -> [UInt8] {
    let counter = withUnsafeBytes(of: counter.bigEndian, Array.init)
    return try counter.withUnsafeBufferPointer { (counter) throws(KeychainError) in
      try seed.key.withUnsafeBufferPointer { (key) throws(KeychainError) in
        try HMAC.code(
          of: UnsafeRawBufferPointer(counter), key: UnsafeRawBufferPointer(key), seed.hash)
      }
    }
  }
}
