import COpenSSL
import KeychainFiles
package import KeychainModel
import OpenSSLSupport

/// HKDF with SHA-256 (RFC 5869).
package enum HKDF {
  /// Derives as many bytes as `output` has room for, at most 8160.
  package static func derive(
    from key: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, info: UnsafeRawBufferPointer,
    into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    guard let algorithm = OpenSSLAlgorithms.hkdf, let derivation = EVP_KDF_CTX_new(algorithm) else {
      throw openSSLFailure("derive a key")
    }
    defer { EVP_KDF_CTX_free(derivation) }
    var parameters = [
      OpenSSLParameter.text("digest", "SHA256"),
      OpenSSLParameter.bytes("key", key),
    ]
    // An empty salt is equivalent to an absent salt: a string of zeros (RFC 5869 section 2.2).
    if !salt.isEmpty { parameters.append(OpenSSLParameter.bytes("salt", salt)) }
    if !info.isEmpty { parameters.append(OpenSSLParameter.bytes("info", info)) }
    parameters.append(OpenSSLParameter.end)
    guard EVP_KDF_derive(derivation, output.bytes, output.count, parameters) == 1 else {
      throw openSSLFailure("derive a key")
    }
  }

  /// Derives a 32-byte key for the use that `info` describes.
  static func deriveKey(
    from key: UnsafeRawBufferPointer, info: [UInt8]
  ) throws(KeychainError) -> WipedBytes {
    var result = WipedBytes(count: XAES256GCM.keyByteCount)
    let noSalt = UnsafeRawBufferPointer(start: nil, count: 0)
    try info.withBytes { info throws(KeychainError) in
      try result.withUnsafeMutableBytes { output throws(KeychainError) in
        try derive(from: key, salt: noSalt, info: info, into: output)
      }
    }
    return result
  }
}
