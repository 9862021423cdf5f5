import COpenSSL
package import KeychainModel

/// OpenSSL's generator for random bytes that must stay secret, such as keys.
package enum SecretRandom {
  /// Fills a buffer.
  ///
  /// - Throws: `.parameter` for more than `Int32.max` bytes.
  package static func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) {
    guard let count = Int32(exactly: buffer.count) else {
      throw KeychainError(.parameter, "too many random bytes at once: \(buffer.count)")
    }
    _ = OpenSSLInitialization.isDone
    guard RAND_priv_bytes(buffer.bytes, count) == 1 else { throw openSSLFailure("make random bytes") }
  }

  /// Creates an array of random bytes.
  package static func bytes(_ count: Int) throws(KeychainError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try bytes.withMutableBytes { (buffer) throws(KeychainError) in try fill(buffer) }
    return bytes
  }
}
