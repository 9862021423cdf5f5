import COpenSSL
package import KeychainModel
import OpenSSLSupport

extension Certificate {
  /// What the certificate says, for a person to read, as openssl prints it.
  ///
  /// - Throws: `.internalComponent` when OpenSSL cannot read it.
  package func readableText() throws(KeychainError) -> [UInt8] {
    guard let handle = X509Handle(self), let output = BIO_new(BIO_s_mem()) else {
      throw openSSLFailure("read a certificate")
    }
    defer {
      BIO_free(output)
      ERR_clear_error()
    }
    guard X509_print(output, handle.pointer) == 1 else {
      throw openSSLFailure("print a certificate")
    }
    var start: UnsafeMutablePointer<CChar>?
    let count = BIO_ctrl(output, BIO_CTRL_INFO, 0, &start)
    guard count > 0, let start else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
