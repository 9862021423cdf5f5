/// What policies look at in a leaf.
protocol LeafFacts {
  var hostNames: [String] { get }
  /// 4 or 16 bytes each.
  var networkAddresses: [[UInt8]] { get }
  var emailAddresses: [String] { get }
  /// Content octets of object identifiers; nil when nothing is said.
  var keyPurposes: [[UInt8]]? { get }
}

extension Certificate: LeafFacts {}

extension CertificateGlance: LeafFacts {
  var hostNames: [String] {
    alternativeNames(.implicit2).compactMap {
      NameText.decode($0, tag: DERTag.ia5String.rawValue)
    }
  }

  var networkAddresses: [[UInt8]] { alternativeNames(.implicit7) }

  var emailAddresses: [String] {
    var addresses = alternativeNames(.implicit1).compactMap {
      NameText.decode($0, tag: DERTag.ia5String.rawValue)
    }
    _ = containsSubjectText { text in
      if text.type.elementsEqual(ObjectIdentifier.emailAddress), let decoded = text.decoded {
        addresses.append(decoded)
      }
      return false
    }
    return addresses
  }

  var keyPurposes: [[UInt8]]? {
    guard var value = value(of: ObjectIdentifier.extendedKeyUsage) else { return nil }
    guard var list = try? value.read(.sequence) else { return [] }
    var purposes: [[UInt8]] = []
    while !list.isAtEnd, let one = try? list.read(.objectIdentifier) {
      purposes.append(Array(one.rest))
    }
    return purposes
  }

  private func alternativeNames(_ kind: DERTag) -> [[UInt8]] {
    var names: [[UInt8]] = []
    _ = containsAlternativeName { tag, value in
      if tag == kind.rawValue { names.append(Array(value)) }
      return false
    }
    return names
  }
}
