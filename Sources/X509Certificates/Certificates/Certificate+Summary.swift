import AsymmetricKeys

extension Certificate {
  /// The text that represents the certificate in a list (specification: keys-and-certificates 2.4). It is the first of
  /// these texts that exists: the common name, an email address, a host name, another attribute of the subject. Nil
  /// when none exists.
  package var subjectSummary: String? {
    let summary = NameSummary(subject)
    if let commonName = summary.commonName { return commonName }
    return emailAddresses.first ?? hostNames.first ?? summary.other
  }

  /// The last common name in the subject.
  package var commonName: String? { subject.texts(of: OID.commonName).last }
}

extension DistinguishedName {
  /// The text that represents the name in a list.
  package var summary: String? {
    let summary = NameSummary(self)
    return summary.commonName ?? summary.other
  }
}

/// The texts that represent a name in a list. If an attribute type occurs several times, the texts are joined, and
/// later texts precede earlier texts.
struct NameSummary {
  /// The common name, followed by the description if there is one.
  let commonName: String?
  let other: String?

  init(_ name: DistinguishedName) {
    var rank = 0
    var kept: [String] = []
    var descriptions: [String] = []
    for element in name.elements {
      guard let text = element.text else { continue }
      if element.type == OID.description { descriptions.append(text) }
      let own =
        switch element.type {
        case OID.commonName: 4
        case OID.organizationalUnit: 3
        case OID.organization: 2
        default: 1
        }
      if own > rank {
        (rank, kept) = (own, [text])
      } else if own == rank {
        kept.append(text)
      }
    }
    let hasCommonName = rank == 4
    let (name, description) = (Self.joined(kept), Self.joined(descriptions))
    commonName =
      hasCommonName ? name.map { name in description.map { "\(name) (\($0))" } ?? name } : nil
    other = hasCommonName ? nil : name
  }

  private static func joined(_ texts: [String]) -> String? {
    texts.isEmpty ? nil : texts.reversed().joined(separator: ", ")
  }
}
