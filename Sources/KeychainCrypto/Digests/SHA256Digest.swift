package import KeychainModel

/// SHA-256.
package enum SHA256Digest {
  package static let byteCount = 32

  /// The digest of some bytes.
  package static func digest(of bytes: UnsafeRawBufferPointer) throws(KeychainError) -> [UInt8] {
    try Digest.compute(OpenSSLAlgorithms.sha256, bytes, byteCount: byteCount)
  }

  /// Writes the digest of some bytes into a buffer of 32 bytes.
  package static func digest(
    of bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    try Digest.compute(OpenSSLAlgorithms.sha256, bytes, byteCount: byteCount, into: output)
  }
}
