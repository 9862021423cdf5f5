import AsymmetricKeys
import COpenSSL
import KeychainModel
import OpenSSLSupport

/// `PrivateKeyInfo` of PKCS#8 (RFC 5208, RFC 5958).
enum PrivateKeyInfo {
  /// Reads a private key.
  ///
  /// - Throws: `.decode` for other bytes, `.unsupportedFormat` for keys that `SecKey` does not support; the errors of
  ///   creating the key.
  static func read(_ bytes: [UInt8]) throws(KeychainError) -> AsymmetricKey {
    _ = OpenSSLInitialization.isDone
    guard
      let info = ASN1Encoding.read(
        bytes, { d2i_PKCS8_PRIV_KEY_INFO(nil, $0, $1) }, free: PKCS8_PRIV_KEY_INFO_free)
    else { throw malformed }
    defer { PKCS8_PRIV_KEY_INFO_free(info) }
    return try key(in: info)
  }

  /// The key in an OpenSSL `PKCS8_PRIV_KEY_INFO`.
  static func key(in info: OpaquePointer) throws(KeychainError) -> AsymmetricKey {
    var algorithm: OpaquePointer?
    var content: UnsafePointer<UInt8>?
    var count: Int32 = 0
    guard PKCS8_pkey_get0(&algorithm, &content, &count, nil, info) == 1 else { throw malformed }
    switch OBJ_obj2nid(algorithm) {
    case NID_rsaEncryption:
      var bytes = Array(UnsafeBufferPointer(start: content, count: Int(count)))
      defer { bytes.wipe() }
      return try RSAPrivateKey.read(bytes)
    case NID_X9_62_id_ecPublicKey:
      guard let key = EVP_PKCS82PKEY(info) else {
        ERR_clear_error()
        throw malformed
      }
      defer { EVP_PKEY_free(key) }
      return try AsymmetricKey(ellipticCurveKey: key, isPrivate: true)
    case let other: throw UnsupportedKey.error(other)
    }
  }

  static func write(_ key: AsymmetricKey) throws(KeychainError) -> [UInt8] {
    guard let info = EVP_PKEY2PKCS8(key.pointer) else { throw openSSLFailure("write a key") }
    defer { PKCS8_PRIV_KEY_INFO_free(info) }
    return try ASN1Encoding.written { i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
  }

  private static var malformed: KeychainError {
    KeychainError(.decode, "the bytes are no PKCS#8 private key")
  }
}

/// Reads a PKCS#1 `RSAPrivateKey` from a file.
enum RSAPrivateKey {
  /// Reads a private key.
  ///
  /// - Throws: `.parameter` when the bytes are not an `RSAPrivateKey`, and when the private numbers do not belong to
  ///   the public key.
  static func read(_ bytes: [UInt8]) throws(KeychainError) -> AsymmetricKey {
    try key(RSANumbers(privateKey: bytes))
  }

  /// Creates a key from numbers.
  ///
  /// - Throws: `.parameter` when the numbers are not an RSA key, or when the private numbers do not belong to the
  ///   public numbers. Without this check, such a key would be combined with another person's certificate.
  static func key(_ numbers: borrowing RSANumbers) throws(KeychainError) -> AsymmetricKey {
    let key = try AsymmetricKey(numbers)
    // The initializer of `AsymmetricKey` has limited the size of the numbers, so the next check takes little time.
    guard numbers.areConsistent else {
      throw KeychainError(.parameter, "the private numbers are those of another public key")
    }
    return key
  }
}

/// `ECPrivateKey` of SEC 1 (RFC 5915).
enum ECPrivateKey {
  /// Reads a key. Computes the public point if the point is missing.
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

  /// Writes a key with the name of its curve and its public point.
  static func write(_ key: AsymmetricKey) throws(KeychainError) -> [UInt8] {
    try ASN1Encoding.written { i2d_PrivateKey(key.pointer, $0) }
  }
}
