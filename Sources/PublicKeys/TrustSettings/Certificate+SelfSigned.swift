import COpenSSL
import OpenSSLSupport

extension Certificate {
  /// Whether the certificate is signed by its own key.
  package var isSelfSigned: Bool {
    guard subject.normalizedContent == issuer.normalizedContent, let handle = X509Handle(self)
    else { return false }
    defer { ERR_clear_error() }
    return X509_self_signed(handle.pointer, 1) == 1
  }
}
