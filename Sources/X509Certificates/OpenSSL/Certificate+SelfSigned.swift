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

  /// Whether the certificate names another one as its issuer and was signed with its key. Nil when it names the
  /// issuer, but OpenSSL cannot read one of the two.
  package func isSigned(by issuer: Certificate) -> Bool? {
    guard CanonicalName(self.issuer) == CanonicalName(issuer.subject) else { return false }
    guard let handle = X509Handle(self), let issuer = X509Handle(issuer) else { return nil }
    defer { ERR_clear_error() }
    guard let key = X509_get0_pubkey(issuer.pointer) else { return false }
    return X509_verify(handle.pointer, key) == 1
  }
}
