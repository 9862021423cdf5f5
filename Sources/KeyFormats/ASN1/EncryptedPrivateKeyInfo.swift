import AsymmetricKeys
import COpenSSL
import KeychainModel
import OpenSSLSupport

/// `EncryptedPrivateKeyInfo` of PKCS#8: a private key that is encrypted with a passphrase.
enum EncryptedPrivateKeyInfo {
  /// The number of rounds of PBKDF2 with HMAC-SHA-256 for new files, as OWASP recommends. These rounds take about a
  /// quarter of a second.
  static let iterationCount: Int32 = 600_000

  private static let saltByteCount = 16

  /// Decrypts and reads a private key.
  ///
  /// - Throws: `.passphraseRequired` without a passphrase, `.authenticationFailed` for a wrong passphrase,
  ///   `.unsupportedFormat` for a cipher that OpenSSL does not support, `.decode` for other bytes.
  static func read(
    _ bytes: [UInt8], _ passphrase: PassphraseSource
  ) throws(KeychainError) -> AsymmetricKey {
    _ = OpenSSLInitialization.isDone
    guard
      let sealed = ASN1Encoding.read(bytes, { d2i_X509_SIG(nil, $0, $1) }, free: X509_SIG_free)
    else { throw KeychainError(.decode, "the bytes are no encrypted private key") }
    defer { X509_SIG_free(sealed) }
    func addCost() throws(KeychainError) {
      try passphrase.withCost { (work) throws(KeychainError) in
        try work.add(encryptedPrivateKeyInfo: bytes)
      }
    }
    try addCost()
    return try passphrase.use { passphrase throws(KeychainError) in
      guard let info = try open(sealed, passphrase, beforeLegacy: addCost) else {
        throw failure()
      }
      defer { PKCS8_PRIV_KEY_INFO_free(info) }
      return try PrivateKeyInfo.key(in: info)
    }
  }

  /// Encrypts a key with PBES2. AES-256-CBC encrypts the key, and PBKDF2 with HMAC-SHA-256 derives the encryption key.
  static func write(
    _ key: AsymmetricKey, _ passphrase: UnsafeBufferPointer<UInt8>, _ iterationCount: Int32
  ) throws(KeychainError) -> [UInt8] {
    guard let info = EVP_PKEY2PKCS8(key.pointer) else { throw openSSLFailure("encrypt a key") }
    defer { PKCS8_PRIV_KEY_INFO_free(info) }
    var salt = try SecretRandom.bytes(saltByteCount)
    // The argument -1 selects PBES2 instead of an older scheme.
    let sealed = passphrase.withPassphrase {
      PKCS8_encrypt(-1, EVP_aes_256_cbc(), $0, $1, &salt, Int32(salt.count), iterationCount, info)
    }
    guard let sealed else { throw openSSLFailure("encrypt a key") }
    defer { X509_SIG_free(sealed) }
    return try ASN1Encoding.written { i2d_X509_SIG(sealed, $0) }
  }

  private static func open(
    _ sealed: OpaquePointer, _ passphrase: UnsafeBufferPointer<UInt8>,
    beforeLegacy: () throws(KeychainError) -> Void
  ) throws(KeychainError) -> OpaquePointer? {
    if let info = passphrase.withPassphrase({ PKCS8_decrypt(sealed, $0, $1) }) { return info }
    guard OpenSSLDecryptionError.isUnsupported, let legacy = LegacyProvider.context else { return nil }
    ERR_clear_error()
    // The first call of OpenSSL may have derived an encryption key before it failed. The second call derives a key
    // again. Therefore the work is counted a second time.
    try beforeLegacy()
    return passphrase.withPassphrase { PKCS8_decrypt_ex(sealed, $0, $1, legacy, nil) }
  }

  private static func failure() -> KeychainError {
    defer { ERR_clear_error() }
    return OpenSSLDecryptionError.isUnsupported
      ? KeychainError(.unsupportedFormat, "the key is encrypted in a way that is not known")
      : KeychainError(.authenticationFailed, "the passphrase is not that of the key")
  }
}

/// An OpenSSL library context with obsolete ciphers, for old encrypted keys.
enum LegacyProvider {
  /// The library context; nil when OpenSSL's legacy provider is not installed.
  ///
  /// `nonisolated(unsafe)` is safe, because OpenSSL library contexts are thread-safe, and the constant is never
  /// assigned again and never freed.
  nonisolated(unsafe) static let context: OpaquePointer? = {
    _ = OpenSSLInitialization.isDone
    guard let context = OSSL_LIB_CTX_new() else { return nil }
    guard OSSL_PROVIDER_load(context, "default") != nil,
      OSSL_PROVIDER_load(context, "legacy") != nil
    else {
      OSSL_LIB_CTX_free(context)
      ERR_clear_error()
      return nil
    }
    return context
  }()
}

/// Examines OpenSSL's error after a failed decryption.
enum OpenSSLDecryptionError {
  /// Whether OpenSSL's first error is an unsupported encryption scheme or cipher.
  static var isUnsupported: Bool {
    let error = ERR_peek_error()
    let reason = ERR_GET_REASON(error)
    if reason == ERR_R_UNSUPPORTED { return true }
    guard ERR_GET_LIB(error) == ERR_LIB_EVP else { return false }
    return [
      EVP_R_UNKNOWN_PBE_ALGORITHM, EVP_R_UNSUPPORTED_CIPHER, EVP_R_UNSUPPORTED_ALGORITHM,
      EVP_R_UNSUPPORTED_PRF, EVP_R_UNSUPPORTED_KEY_DERIVATION_FUNCTION,
      EVP_R_UNSUPPORTED_SALT_TYPE, EVP_R_UNSUPPORTED_KEYLENGTH, EVP_R_UNKNOWN_CIPHER,
    ].contains(reason)
  }
}
