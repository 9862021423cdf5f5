import KeychainModel

/// A query for identities, divided into a query for the certificate and a query for the private key
/// (specification: secitem 2.7).
struct IdentityQuery {
  /// The attributes that select the certificate: keys do not have them, or both classes have them.
  static let certificateAttributes: Set<AttributeName> = [
    .label, .issuer, .serialNumber, .subjectKeyID, .tokenID, .subject, .publicKeyHash,
    .certificateType, .certificateEncoding,
  ]

  /// The query for the certificates.
  let certificate: ItemQuery

  /// The query for the private keys of a certificate. The public key hash must be added first.
  private let key: ItemQuery

  /// Returns nil when nothing can match.
  ///
  /// - Parameter changesItems: Whether the certificate and the key must have the same
  ///   synchronizability. A search accepts either kind of certificate for a key.
  init?(_ query: ItemQuery, changesItems: Bool = false) {
    var certificate = AttributeSet()
    var key = AttributeSet()
    for (name, value) in query.attributes.entries {
      if name == .accessGroup { certificate.append(name, value) }
      if Self.certificateAttributes.contains(name) {
        certificate.append(name, value)
      } else {
        key.append(name, value)
      }
    }
    // The certificate belongs to the key, so a condition on the hash of one applies to both.
    if let label = key[.applicationLabel] {
      guard certificate[.publicKeyHash].map({ Self.areEqual($0, label) }) ?? true else {
        return nil
      }
      certificate[.publicKeyHash] = label
    }
    guard key[.keyClass].map({ Self.isPrivate($0) }) ?? true else { return nil }
    key[.keyClass] = .number(1)
    var certificates = ItemQuery(
      .certificate, attributes: certificate,
      isSynchronizable: changesItems ? query.isSynchronizable : nil,
      reference: query.reference.map(Self.certificateReference))
    certificates.filter = query.filter
    self.certificate = certificates
    self.key = ItemQuery(.key, attributes: key, isSynchronizable: query.isSynchronizable)
  }

  /// The query for the private keys that have the public key hash of a certificate.
  func keys(of publicKeyHash: AttributeValue) -> ItemQuery {
    var query = key
    query.attributes[.applicationLabel] = publicKeyHash
    return query
  }

  /// The query for the private keys of all certificates.
  var keys: ItemQuery { key }

  /// Whether an index or a reference finds the certificates.
  var findsCertificates: Bool {
    if certificate.namesItems { return true }
    return ItemSchema.certificate.indices.contains { index in
      index.attributes.allSatisfy { certificate.attributes[$0] != nil }
    }
  }

  /// The reference to an identity is the reference to its certificate.
  private static func certificateReference(_ reference: PersistentReference) -> PersistentReference {
    switch reference {
    case .item(_, let identifier): .item(.certificate, identifier)
    case .rowNumber(_, let number): .rowNumber(.certificate, number)
    case .token: .token(.certificate)
    }
  }

  private static func isPrivate(_ keyClass: AttributeValue) -> Bool {
    ItemSchema.key[.keyClass]?.comparisonForm(of: keyClass)
      == ItemSchema.key[.keyClass]?.comparisonForm(of: .number(1))
  }

  private static func areEqual(_ one: AttributeValue, _ other: AttributeValue) -> Bool {
    guard let attribute = ItemSchema.certificate[.publicKeyHash] else { return false }
    return attribute.comparisonForm(of: one) == attribute.comparisonForm(of: other)
  }
}
