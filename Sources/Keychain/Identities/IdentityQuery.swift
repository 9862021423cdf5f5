import KeychainModel

/// A query for identities, divided into a query for the certificate and a query for the private key
/// (specification: secitem 2.7).
struct IdentityQuery {
  /// The attributes of a query that select the certificate. All other attributes select the private key. The access
  /// group selects both.
  static let certificateAttributes: Set<AttributeName> = [
    .label, .issuer, .serialNumber, .subjectKeyID, .tokenID, .subject, .publicKeyHash,
    .certificateType, .certificateEncoding,
  ]

  /// The query for the certificates.
  let certificate: ItemQuery

  /// The query for the private keys of all certificates. `keys(of:)` adds the public key hash of one certificate.
  private let key: ItemQuery

  /// Divides a query. Returns nil when no identity can match.
  ///
  /// - Parameter changesItems: Whether the query's condition on synchronizability also selects the certificate. In a
  ///   search, the condition selects only the key.
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
    // A certificate and its key have the same public key hash, so a condition on the hash of the key also applies to
    // the certificate.
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
    certificates.namesFoundItems = query.namesFoundItems
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

  /// Whether the query finds the certificates without reading all rows: by a reference, by an item list, or by an
  /// index.
  var findsCertificates: Bool {
    if certificate.reference != nil { return true }
    return ItemSchema.certificate.indices.contains { index in
      index.attributes.allSatisfy { certificate.attributes[$0] != nil }
    }
  }

  /// Converts the reference to an identity into the reference to its certificate.
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
