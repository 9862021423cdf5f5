import CPlatform
package import KeychainModel
import OpenSSLSupport

/// A source of random bytes: the system, or a repeatable source in a test.
package protocol RandomSource: Sendable {
  /// Fills a buffer with bytes that need not stay secret: nonces, salts, identifiers.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(KeychainError)

  /// Fills a buffer with bytes that must stay secret: keys.
  func fillSecret(_ buffer: UnsafeMutableRawBufferPointer) throws(KeychainError)
}

extension RandomSource {
  package func fillSecret(_ buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) {
    try fill(buffer)
  }

  /// A random identifier for a store or a row.
  package func makeIdentifier() throws(KeychainError) -> RowIdentifier {
    var words: (UInt64, UInt64) = (0, 0)
    try withUnsafeMutableBytes(of: &words) { buffer throws(KeychainError) in try fill(buffer) }
    return RowIdentifier(high: words.0, low: words.1)
  }
}

/// The random generators of the system: the kernel's generator for bytes that need not stay secret, and OpenSSL's
/// generator for keys.
///
/// Keys come from a separate generator. So public output of the kernel's generator reveals nothing about keys, even if
/// the kernel's generator were weak. OpenSSL seeds its generator from the kernel, and seeds it again in a forked child.
/// For a few bytes, the kernel's generator takes a sixth of the time of OpenSSL's generator.
package struct SystemRandom: RandomSource {
  package init() {}

  package func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) {
    guard lk_fill_randomly(buffer.baseAddress, buffer.count) == 0 else {
      throw KeychainError(.inputOutput, "the kernel gives no random bytes")
    }
  }

  package func fillSecret(_ buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) {
    try SecretRandom.fill(buffer)
  }
}
