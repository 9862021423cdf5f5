import Keychain
import X509Certificates

extension SecIdentity {
  /// Makes the identity that an item represents. Returns nil unless the item has a readable certificate and a readable
  /// key.
  ///
  /// - Parameter item: The item, with its attributes, its secret and its certificate.
  convenience init?(of item: Item) {
    guard let data = item.certificate, let certificate = try? Certificate(der: data),
      let key = SecKey(of: item)
    else { return nil }
    self.init(SecCertificate(certificate), key)
  }
}
