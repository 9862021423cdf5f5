import KeychainModel

/// The two halves of a query for identities: what it says of the certificate and what of the private key
/// (secitem 2.7).
struct IdentityQuery {
  /// Attributes that are the certificate's, of those that both classes have and those that keys lack.
  static let certificateAttributes: Set<AttributeName> = [
    .label, .issuer, .serialNumber, .subjectKeyID, .tokenID, .subject, .publicKeyHash,
    .certificateType, .certificateEncoding,
  ]

  /// Finds certificates.
  let certificate: ItemQuery

  /// Finds the private keys of a certificate, once its public key hash is among the attributes.
  private let key: ItemQuery

  /// Nil when nothing can match.
  ///
  /// - Parameter changesItems: Whether the certificate must be synchronizable or not as the key must. A
  ///   search takes a certificate of either kind for a key.
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
    // The certificate is that of the key: what names the one names the other.
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

  /// Finds the private keys whose hash is that of a certificate.
  func keys(of publicKeyHash: AttributeValue) -> ItemQuery {
    var query = key
    query.attributes[.applicationLabel] = publicKeyHash
    return query
  }

  /// Finds the private keys of all certificates.
  var keys: ItemQuery { key }

  /// Whether an index, or a reference, finds the certificates that are meant.
  var findsCertificates: Bool {
    if certificate.namesItems { return true }
    return ItemSchema.certificate.indices.contains { index in
      index.attributes.allSatisfy { certificate.attributes[$0] != nil }
    }
  }

  /// An identity is referred to by its certificate.
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
