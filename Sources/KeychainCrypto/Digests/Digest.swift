import COpenSSL
package import KeychainModel
import OpenSSLSupport

/// Computes a digest with OpenSSL. `SHA1Digest` and `SHA256Digest` use this code.
enum Digest {
  static func compute(
    _ algorithm: OpaquePointer?, _ bytes: UnsafeRawBufferPointer, byteCount: Int,
    into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    guard output.count == byteCount else {
      throw KeychainError(.parameter, "a digest has \(byteCount) bytes, not \(output.count)")
    }
    guard let algorithm,
      EVP_Digest(bytes.baseAddress, bytes.count, output.bytes, nil, algorithm, nil) == 1
    else { throw openSSLFailure("compute a digest") }
  }

  static func compute(
    _ algorithm: OpaquePointer?, _ bytes: UnsafeRawBufferPointer, byteCount: Int
  ) throws(KeychainError) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: byteCount)
    try result.withMutableBytes { output throws(KeychainError) in
      try compute(algorithm, bytes, byteCount: byteCount, into: output)
    }
    return result
  }
}

/// SHA-1, for identifiers that Apple's formats compute with SHA-1 (public key hashes). SHA-1 is not used for security.
package enum SHA1Digest {
  package static let byteCount = 20

  /// The digest of some bytes.
  package static func digest(of bytes: UnsafeRawBufferPointer) throws(KeychainError) -> [UInt8] {
    try Digest.compute(OpenSSLAlgorithms.sha1, bytes, byteCount: byteCount)
  }
}

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
