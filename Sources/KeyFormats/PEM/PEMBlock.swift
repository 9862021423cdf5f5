import AsymmetricKeys
import COpenSSL
import KeychainModel
import OpenSSLSupport

/// A PEM block. `deinit` overwrites the content.
final class PEMBlock {
  let label: String
  /// The header lines that describe the encryption, as a C string. The string is empty when there are no header lines.
  let header: [CChar]
  private(set) var content: [UInt8]

  private init(label: String, header: [CChar], content: [UInt8]) {
    self.label = label
    self.header = header
    self.content = content
  }

  deinit { content.wipe() }

  var isEncrypted: Bool { header.count > 1 }

  /// Whether a line of `bytes` begins a PEM block.
  static func isPEM(_ bytes: [UInt8]) -> Bool {
    let beginning = Array("-----BEGIN ".utf8)
    var line = bytes[...]
    while true {
      if line.starts(with: beginning) { return true }
      guard let end = line.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return false }
      line = line[(end + 1)...]
    }
  }

  /// All PEM blocks in a text. Text outside of the blocks is ignored.
  ///
  /// - Throws: `.decode` for a block that is malformed or has no end line.
  static func all(in bytes: [UInt8]) throws(KeychainError) -> [PEMBlock] {
    _ = OpenSSLInitialization.isDone
    return try bytes.withBytes { buffer throws(KeychainError) in
      guard let count = Int32(exactly: buffer.count),
        let source = BIO_new_mem_buf(buffer.baseAddress, count)
      else { throw openSSLFailure("read PEM") }
      defer {
        BIO_free(source)
        ERR_clear_error()
      }
      var blocks: [PEMBlock] = []
      while let block = try next(in: source) { blocks.append(block) }
      return blocks
    }
  }

  private static func next(in source: OpaquePointer) throws(KeychainError) -> PEMBlock? {
    var label: UnsafeMutablePointer<CChar>?
    var header: UnsafeMutablePointer<CChar>?
    var content: UnsafeMutablePointer<UInt8>?
    var count = 0
    ERR_clear_error()
    guard PEM_read_bio(source, &label, &header, &content, &count) == 1, let label, let header,
      let content
    else {
      let error = ERR_peek_last_error()
      guard ERR_GET_LIB(error) == ERR_LIB_PEM, ERR_GET_REASON(error) == PEM_R_NO_START_LINE else {
        throw KeychainError(.decode, "a block of PEM is malformed")
      }
      return nil
    }
    defer {
      CRYPTO_free(label, nil, 0)
      CRYPTO_free(header, nil, 0)
      CRYPTO_clear_free(content, count, nil, 0)
    }
    return PEMBlock(
      label: String(cString: label),
      header: Array(UnsafeBufferPointer(start: header, count: strlen(header) + 1)),
      content: Array(UnsafeBufferPointer(start: content, count: count)))
  }

  /// Writes a PEM block. Each line has 64 characters.
  static func write(_ label: PEMLabel, _ content: [UInt8]) throws(KeychainError) -> [UInt8] {
    _ = OpenSSLInitialization.isDone
    guard let target = BIO_new(BIO_s_mem()) else { throw openSSLFailure("write PEM") }
    // `BIO_free` overwrites the memory of the text.
    defer { BIO_free(target) }
    guard let count = Int(exactly: content.count),
      PEM_write_bio(target, label.rawValue, "", content, count) > 0
    else { throw openSSLFailure("write PEM") }
    var text = [UInt8](repeating: 0, count: BIO_ctrl_pending(target))
    guard BIO_read(target, &text, Int32(text.count)) == Int32(text.count) else {
      throw openSSLFailure("write PEM")
    }
    return text
  }
}

/// The labels of PEM blocks (specification: keys-and-certificates 5.2; RFC 7468).
enum PEMLabel: String, CaseIterable {
  case certificate = "CERTIFICATE"
  case x509Certificate = "X509 CERTIFICATE"
  case trustedCertificate = "TRUSTED CERTIFICATE"
  case pkcs7 = "PKCS7"
  case pkcs12 = "PKCS12"
  case rsaPrivateKey = "RSA PRIVATE KEY"
  case rsaPublicKey = "RSA PUBLIC KEY"
  case publicKey = "PUBLIC KEY"
  case dsaPrivateKey = "DSA PRIVATE KEY"
  case dsaPublicKey = "DSA PUBLIC KEY"
  case dhPrivateKey = "DH PRIVATE KEY"
  case dhPublicKey = "DH PUBLIC KEY"
  case ecPrivateKey = "EC PRIVATE KEY"
  case ecdsaPublicKey = "ECDSA PUBLIC KEY"
  case privateKey = "PRIVATE KEY"
  case encryptedPrivateKey = "ENCRYPTED PRIVATE KEY"
  case anyPrivateKey = "ANY PRIVATE KEY"
  case symmetricKey = "SYMMETRIC KEY"
  case openSSHPrivateKey = "OPENSSH PRIVATE KEY"
  /// The name of a curve. OpenSSL writes this block before a key, although the key also contains the name of the curve.
  case ecParameters = "EC PARAMETERS"
  /// The hash of a public key. Only the `security` tool writes this label. The reader rejects the label.
  case publicKeyHash = "PUBLIC KEY HASH"
}
