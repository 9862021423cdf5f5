import COpenSSL
package import KeychainModel
import OpenSSLSupport

extension Certificate {
  /// A readable description of the certificate, as the command `openssl` prints it. Every line of an extension's text
  /// is indented by 16 spaces, so that the text cannot imitate other lines. OpenSSL prints the text unchanged, and an
  /// untrusted person may have written the text.
  ///
  /// - Throws: `.internalComponent` when OpenSSL cannot read the certificate.
  package func readableText() throws(KeychainError) -> [UInt8] {
    guard let handle = X509Handle(exactly: self) else { throw openSSLFailure("read a certificate") }
    let content = UInt(X509_FLAG_NO_EXTENSIONS)
    let signature = UInt(X509_FLAG_NO_SIGDUMP)
    let others = UInt(
      X509_FLAG_NO_HEADER | X509_FLAG_NO_VERSION | X509_FLAG_NO_SERIAL | X509_FLAG_NO_SIGNAME
        | X509_FLAG_NO_ISSUER | X509_FLAG_NO_VALIDITY | X509_FLAG_NO_SUBJECT | X509_FLAG_NO_PUBKEY
        | X509_FLAG_NO_IDS | X509_FLAG_NO_AUX)
    var text = try Self.printed { X509_print_ex($0, handle.pointer, 0, content | signature) }
    let count = X509_get_ext_count(handle.pointer)
    if count > 0 { text += "        X509v3 extensions:\n".utf8 }
    for index in 0..<max(0, count) {
      guard let one = X509_get_ext(handle.pointer, index) else { continue }
      text += try Self.text(ofExtension: one)
    }
    return try text + Self.printed { X509_print_ex($0, handle.pointer, 0, content | others) }
  }

  private static func text(ofExtension one: OpaquePointer) throws(KeychainError) -> [UInt8] {
    let name = try printed { i2a_ASN1_OBJECT($0, X509_EXTENSION_get_object(one)) }
    let isCritical = X509_EXTENSION_get_critical(one) != 0
    // If OpenSSL knows the extension but cannot read it, OpenSSL itself prints an error text.
    let value = try printed {
      X509V3_EXT_print($0, one, UInt(X509V3_EXT_DUMP_UNKNOWN), 0) > 0
        ? 1 : BIO_puts($0, "<malformed>")
    }
    var text = [UInt8](repeating: 0x20, count: 12) + name
    text += (isCritical ? ": critical\n" : ":\n").utf8
    for line in value.split(separator: 0x0A) {
      text += [UInt8](repeating: 0x20, count: 16) + line + [0x0A]
    }
    return text
  }

  /// The text that `body` writes into an OpenSSL BIO.
  private static func printed(
    _ body: (OpaquePointer) -> Int32
  ) throws(KeychainError) -> [UInt8] {
    guard let output = BIO_new(BIO_s_mem()) else { throw openSSLFailure("print a certificate") }
    defer {
      BIO_free(output)
      ERR_clear_error()
    }
    guard body(output) > 0 else { throw openSSLFailure("print a certificate") }
    var start: UnsafeMutablePointer<CChar>?
    let count = BIO_ctrl(output, BIO_CTRL_INFO, 0, &start)
    guard count > 0, let start else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
