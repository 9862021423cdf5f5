import Keychain
import X509Certificates

extension SecIdentity {
  /// The identity that an item stands for; nil when its halves are no certificate or no key.
  ///
  /// - Parameter item: With its attributes, its secret and its certificate.
  convenience init?(of item: Item) {
    guard let data = item.certificate, let certificate = try? Certificate(der: data),
      let key = SecKey(of: item)
    else { return nil }
    self.init(SecCertificate(certificate), key)
  }
}
