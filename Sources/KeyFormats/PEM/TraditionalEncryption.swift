import AsymmetricKeys
import COpenSSL
import KeychainModel
import OpenSSLSupport

/// Reads the encryption of PEM that is older than PKCS#8. Header lines name the cipher, and MD5 derives the encryption
/// key. Latchkey does not write this encryption.
enum TraditionalEncryption {
  /// Decrypts the content of a block.
  ///
  /// - Throws: `.passphraseRequired` without a passphrase, `.authenticationFailed` for a wrong passphrase,
  ///   `.unsupportedFormat` for a cipher that OpenSSL does not support, `.decode` for invalid header lines.
  static func open(
    _ block: PEMBlock, _ passphrase: PassphraseSource
  ) throws(KeychainError) -> [UInt8] {
    ERR_clear_error()
    var cipher = EVP_CIPHER_INFO()
    var header = block.header
    guard PEM_get_EVP_CIPHER_INFO(&header, &cipher) == 1 else {
      let reason = ERR_GET_REASON(ERR_peek_error())
      ERR_clear_error()
      throw reason == PEM_R_UNSUPPORTED_ENCRYPTION
        ? unsupported : KeychainError(.decode, "the lines that say the encryption are malformed")
    }
    return try passphrase.use { passphrase throws(KeychainError) in
      var content = block.content
      var count = content.count
      var passphrase = passphrase
      let done = content.withUnsafeMutableBufferPointer {
        // Without this callback, OpenSSL would request the passphrase on the terminal.
        PEM_do_header(
          &cipher, $0.baseAddress, &count, { answer($0, $1, passphrase: $3) }, &passphrase)
      }
      guard done == 1 else {
        content.wipe()
        let isUnsupported = ERR_GET_REASON(ERR_peek_error()) == ERR_R_UNSUPPORTED
        ERR_clear_error()
        throw isUnsupported ? unsupported : wrongPassphrase
      }
      defer { content.wipe() }
      return Array(content.prefix(count))
    }
  }

  static var wrongPassphrase: KeychainError {
    KeychainError(.authenticationFailed, "the passphrase is not that of the key")
  }

  private static var unsupported: KeychainError {
    KeychainError(.unsupportedFormat, "the key is encrypted in a way that is not known")
  }
}

/// OpenSSL's callback: copies the passphrase into the buffer that OpenSSL provides.
private func answer(
  _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int32, passphrase: UnsafeMutableRawPointer?
) -> Int32 {
  guard let buffer,
    let passphrase = passphrase?.assumingMemoryBound(to: UnsafeBufferPointer<UInt8>.self).pointee,
    passphrase.count <= Int(size)
  else { return -1 }
  UnsafeMutableRawBufferPointer(start: buffer, count: Int(size)).copyBytes(from: passphrase)
  return Int32(passphrase.count)
}
