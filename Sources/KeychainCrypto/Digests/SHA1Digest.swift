package import KeychainModel

/// SHA-1, for identifiers that Apple's formats define with it (public key hashes). It is not used
/// for security.
package enum SHA1Digest {
  package static let byteCount = 20

  /// The digest of some bytes.
  package static func digest(of bytes: UnsafeRawBufferPointer) throws(KeychainError) -> [UInt8] {
    try Digest.compute(OpenSSLAlgorithms.sha1, bytes, byteCount: byteCount)
  }
}
