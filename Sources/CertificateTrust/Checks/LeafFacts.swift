import AsymmetricKeys
import X509Certificates

/// What policies look at in a leaf.
protocol LeafFacts {
  /// The alternative names of one kind, as they are written.
  func alternativeNames(_ kind: DERTag) -> [[UInt8]]
  /// The addresses of mail in the subject, as they are written.
  var subjectAddresses: [[UInt8]] { get }
  /// Content octets of object identifiers; nil when nothing is said.
  var keyPurposes: [[UInt8]]? { get }
}

extension LeafFacts {
  /// The hosts that the leaf can be for.
  var servedHosts: [String] { alternativeNames(.implicit2).compactMap(Self.comparable) }

  /// The addresses of mail that the leaf can be for.
  var servedAddresses: [String] {
    (alternativeNames(.implicit1) + subjectAddresses).compactMap(Self.comparable)
  }

  /// The addresses of hosts: 4 or 16 bytes each.
  var networkAddresses: [[UInt8]] { alternativeNames(.implicit7) }

  /// Whether one of the purposes is what a policy asks for.
  func serves(_ policy: TrustPolicy) -> Bool {
    guard let wanted = policy.purposes else { return true }
    guard let keyPurposes else { return policy.acceptsMissingPurposes }
    return keyPurposes.contains { $0 == KeyPurpose.any.identifier || wanted.contains($0) }
  }

  /// A name that is compared as it is written; nil for one that only is that of a host or of a mailbox once
  /// something is cut off, or is read in one way or another. The constraints of an authority are compared with
  /// what is written, and must not be about another name than the one that is trusted.
  private static func comparable(_ name: [UInt8]) -> String? {
    guard name.last != UInt8(ascii: "."), name.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
      return nil
    }
    return String(decoding: name, as: UTF8.self)
  }
}

extension Certificate: LeafFacts {
  var subjectAddresses: [[UInt8]] {
    subject.elements.filter { $0.type == OID.emailAddress && $0.text != nil }
      .map(\.value)
  }
}

extension CertificateGlance: LeafFacts {
  var subjectAddresses: [[UInt8]] {
    var addresses: [[UInt8]] = []
    _ = containsSubjectText { text in
      if text.type.elementsEqual(OID.emailAddress), text.decoded != nil {
        addresses.append(Array(text.value))
      }
      return false
    }
    return addresses
  }

  var keyPurposes: [[UInt8]]? {
    value(of: OID.extendedKeyUsage).map(KeyPurpose.identifiers)
  }

  func alternativeNames(_ kind: DERTag) -> [[UInt8]] {
    var names: [[UInt8]] = []
    _ = containsAlternativeName { tag, value in
      if tag == kind.rawValue { names.append(Array(value)) }
      return false
    }
    return names
  }
}
