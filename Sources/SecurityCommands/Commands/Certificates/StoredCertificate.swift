import Keychain
import KeychainModel
import PublicKeys

/// A certificate of the keychain, or the identity that it belongs to.
struct StoredCertificate {
  let item: Item
  let certificate: Certificate

  /// Nil when the item holds none.
  init?(_ item: Item) {
    let data = item.itemClass == .identity ? item.certificate : item.secret
    guard let data, let certificate = try? Certificate(der: data) else { return nil }
    self.item = item
    self.certificate = certificate
  }

  /// What stands for the certificate in a list.
  var label: String { certificate.label }

  /// What was printed of it, in capitals.
  func digest(_ algorithm: HashAlgorithm) throws(CommandFailure) -> String {
    try CommandFailure.translating(in: Session.searching) { () throws(KeychainError) in
      HexadecimalText.digits(try algorithm.digest(of: certificate.der))
    }
  }

  /// Every certificate of the keychain, or every identity; apart from those that ask for a proof.
  static func all(
    _ itemClass: ItemClass, of session: Session, _ attributes: AttributeSet = AttributeSet()
  ) throws(CommandFailure) -> [StoredCertificate] {
    let query = ItemQuery(itemClass, attributes: attributes, isSynchronizable: nil)
    return try session.items(query, [.attributes, .secret, .certificate])
      .compactMap(StoredCertificate.init)
  }
}
