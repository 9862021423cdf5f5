import COpenSSL

/// The reason why OpenSSL could not decrypt data.
enum OpenSSLDecryptionError {
  /// Whether OpenSSL's first error is an unsupported scheme or cipher.
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
