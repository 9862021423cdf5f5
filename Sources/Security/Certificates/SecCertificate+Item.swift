import Keychain
import X509Certificates

extension SecCertificate {
  /// The certificate that an item holds; nil when its data are none.
  ///
  /// - Parameter item: With its secret.
  convenience init?(of item: Item) {
    guard let data = item.secret, let certificate = try? Certificate(der: data) else { return nil }
    self.init(certificate)
  }
}
