import Keychain
import KeychainModel
import AsymmetricKeys
import KeyFormats
import X509Certificates

/// An item of the keychain that is a certificate or an identity, and the certificate of the item.
struct StoredCertificate {
  let item: Item
  let certificate: Certificate

  /// Returns nil if the item does not contain a readable certificate.
  init?(_ item: Item) {
    let data = item.itemClass == .identity ? item.certificate : item.secret
    guard let data, let certificate = try? Certificate(der: data) else { return nil }
    self.item = item
    self.certificate = certificate
  }

  /// The name of the certificate in a list.
  var label: String { certificate.label }

  /// Returns the digest of the certificate in upper-case hexadecimal digits. Commands print this form.
  func digest(_ algorithm: HashAlgorithm) throws(CommandFailure) -> String {
    try CommandFailure.translating(in: CommandSession.searching) { () throws(KeychainError) in
      HexadecimalText.digits(try algorithm.digest(of: certificate.der))
    }
  }

  /// Prints the lines with the hashes of the certificate, for the option `-Z`.
  func printHashes(in session: CommandSession) throws(CommandFailure) {
    session.console.print("SHA-256 hash: \(try digest(.sha256))")
    session.console.print("SHA-1 hash: \(try digest(.sha1))")
  }

  /// Prints the certificate as PEM if `isPEM` is true. Otherwise prints the attributes of the item.
  func print(asPEM isPEM: Bool, in session: CommandSession) throws(CommandFailure) {
    guard isPEM else {
      try session.print(item)
      return
    }
    let text = try CommandFailure.translating(in: CommandSession.searching) { () throws(KeychainError) in
      try ExternalItemWriter(.x509Certificate, isPEM: true).write([.certificate(certificate)])
    }
    session.console.write(text)
  }

  /// Returns all certificates or all identities of the keychain that have the given attributes. Omits items whose
  /// access control requires a proof.
  static func all(
    _ itemClass: ItemClass, of session: CommandSession, _ attributes: AttributeSet = AttributeSet()
  ) throws(CommandFailure) -> [StoredCertificate] {
    let query = ItemQuery(itemClass, attributes: attributes, isSynchronizable: nil)
    return try session.items(query, [.attributes, .secret, .certificate])
      .compactMap(StoredCertificate.init)
  }
}

extension Certificate {
  /// The name of the certificate in a list.
  var label: String { commonName ?? subjectSummary ?? "<unknown>" }
}
