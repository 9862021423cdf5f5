import Keychain
import KeychainModel
import AsymmetricKeys
import KeyFormats
import X509Certificates

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

  /// Prints the lines of `-Z`.
  func printHashes(in session: Session) throws(CommandFailure) {
    session.console.print("SHA-256 hash: \(try digest(.sha256))")
    session.console.print("SHA-1 hash: \(try digest(.sha1))")
  }

  /// Prints the certificate in PEM, or the attributes of its item.
  func print(asPEM isPEM: Bool, in session: Session) throws(CommandFailure) {
    guard isPEM else {
      try session.print(item)
      return
    }
    let text = try CommandFailure.translating(in: Session.searching) { () throws(KeychainError) in
      try ExternalItemWriter(.x509Certificate, isPEM: true).write([.certificate(certificate)])
    }
    session.console.write(text)
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

extension Certificate {
  /// What stands for the certificate in a list.
  var label: String { commonName ?? subjectSummary ?? "<unknown>" }
}
