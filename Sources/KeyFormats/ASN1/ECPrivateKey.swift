import AsymmetricKeys
import COpenSSL
import KeychainModel
import OpenSSLSupport

/// `ECPrivateKey` of SEC 1 (RFC 5915).
enum ECPrivateKey {
  /// Reads a key. Computes the public point if it is missing.
  ///
  /// - Throws: `.decode` for other bytes; the errors of creating the key.
  static func read(_ bytes: [UInt8]) throws(KeychainError) -> AsymmetricKey {
    _ = OpenSSLInitialization.isDone
    guard
      let key = ASN1Encoding.read(
        bytes, { d2i_PrivateKey(EVP_PKEY_EC, nil, $0, $1) }, free: EVP_PKEY_free)
    else { throw KeychainError(.decode, "the bytes are no elliptic-curve private key") }
    defer { EVP_PKEY_free(key) }
    return try AsymmetricKey(ellipticCurveKey: key, isPrivate: true)
  }

  /// Writes a key, with the name of the curve and the public point.
  static func write(_ key: AsymmetricKey) throws(KeychainError) -> [UInt8] {
    try ASN1Encoding.written { i2d_PrivateKey(key.pointer, $0) }
  }
}
