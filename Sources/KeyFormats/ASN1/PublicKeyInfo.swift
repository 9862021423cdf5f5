import AsymmetricKeys
import COpenSSL
import KeychainModel
import OpenSSLSupport

/// `SubjectPublicKeyInfo` of X.509 (RFC 5280, RFC 5480), for RSA keys and elliptic-curve keys.
enum PublicKeyInfo {
  /// Reads a public key.
  ///
  /// - Throws: `.decode` for other bytes, `.unsupportedFormat` for keys that `SecKey` does not support; the errors of
  ///   creating the key.
  static func read(_ bytes: [UInt8]) throws(KeychainError) -> AsymmetricKey {
    _ = OpenSSLInitialization.isDone
    guard
      let info = ASN1Encoding.read(
        bytes, { d2i_X509_PUBKEY(nil, $0, $1) }, free: X509_PUBKEY_free)
    else { throw malformed }
    defer {
      X509_PUBKEY_free(info)
      ERR_clear_error()
    }
    var algorithm: OpaquePointer?
    var content: UnsafePointer<UInt8>?
    var count: Int32 = 0
    guard X509_PUBKEY_get0_param(&algorithm, &content, &count, nil, info) == 1 else {
      throw malformed
    }
    switch OBJ_obj2nid(algorithm) {
    case NID_rsaEncryption:
      return try AsymmetricKey(
        rsaPublicKey: Array(UnsafeBufferPointer(start: content, count: Int(count))))
    case NID_X9_62_id_ecPublicKey:
      guard let key = X509_PUBKEY_get0(info) else { throw malformed }
      return try AsymmetricKey(ellipticCurveKey: key, isPrivate: false)
    case let other: throw UnsupportedKey.error(other)
    }
  }

  static func write(_ key: AsymmetricKey) throws(KeychainError) -> [UInt8] {
    try ASN1Encoding.written { i2d_PUBKEY(key.pointer, $0) }
  }

  private static var malformed: KeychainError {
    KeychainError(.decode, "the bytes are no public key")
  }
}
