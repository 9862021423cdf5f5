import Keychain
import X509Certificates

extension SecCertificate {
  /// Makes the certificate that an item holds. Returns nil if the item's data are not a certificate.
  ///
  /// - Parameter item: The item, with its secret.
  convenience init?(of item: Item) {
    guard let data = item.secret, let certificate = try? Certificate(der: data) else { return nil }
    self.init(certificate)
  }
}
