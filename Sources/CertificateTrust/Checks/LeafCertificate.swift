import AsymmetricKeys
import KeychainModel
import X509Certificates

/// The properties of a leaf certificate, which trust policies check.
protocol LeafCertificate {
  /// The subject alternative names of one kind, in the encoding of the certificate.
  func alternativeNames(_ kind: DERTag) -> [[UInt8]]
  /// The email addresses in the subject, in the encoding of the certificate.
  var subjectAddresses: [[UInt8]] { get }
  /// The content octets of the object identifiers of the key purposes; nil when the certificate names no key purposes.
  var keyPurposes: [[UInt8]]? { get }
}

extension LeafCertificate {
  /// The alternative host names of the leaf. Programs read some names in different ways, so these names are omitted
  /// (`comparable`).
  var servedHosts: [String] { alternativeNames(.implicit2).compactMap(Self.comparable) }

  /// The email addresses of the leaf. Programs read some addresses in different ways, so these addresses are omitted
  /// (`comparable`).
  var servedAddresses: [String] {
    (alternativeNames(.implicit1) + subjectAddresses).compactMap(Self.comparable)
  }

  /// The alternative IP addresses of the leaf. Each address has 4 or 16 bytes.
  var networkAddresses: [[UInt8]] { alternativeNames(.implicit7) }

  /// Whether the leaf has a key purpose that the policy accepts.
  func serves(_ policy: TrustPolicy) -> Bool {
    guard let wanted = policy.purposes else { return true }
    guard let keyPurposes else { return policy.acceptsMissingPurposes }
    return keyPurposes.contains { $0 == KeyPurpose.any.identifier || wanted.contains($0) }
  }

  /// The text of a host name or email address. Returns nil for a name that ends with a dot or contains characters other
  /// than printable ASCII, because programs read such a name in different ways. The text has the same bytes as the name
  /// in the certificate, because name constraints are compared with these bytes.
  private static func comparable(_ name: [UInt8]) -> String? {
    guard name.last != UInt8(ascii: "."), name.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
      return nil
    }
    return String(decoding: name, as: UTF8.self)
  }
}

extension Certificate: LeafCertificate {
  var subjectAddresses: [[UInt8]] {
    subject.elements.filter { $0.type == OID.emailAddress && $0.text != nil }
      .map(\.value)
  }
}

extension PartialCertificate: LeafCertificate {
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

/// Checks the requirements of a policy for a leaf.
enum LeafChecks {
  static func failures(_ leaf: some LeafCertificate, _ policy: TrustPolicy) -> [TrustFailure] {
    var checks: [TrustCheck] = []
    switch policy {
    case .tls(isServer: true, let host?):
      let isFor = HostMatch.isFor(
        host, names: leaf.servedHosts, addresses: leaf.networkAddresses)
      if !isFor { checks.append(.hostname) }
    case .mail(let address?):
      let wanted = address.lowercased()
      let isFor =
        address.utf8.allSatisfy { $0 < 0x80 }
        && leaf.servedAddresses.contains { $0.lowercased() == wanted }
      if !isFor {
        checks.append(.email)
      }
    default: break
    }
    if !leaf.serves(policy) { checks.append(policy.purposeCheck) }
    return checks.map { TrustFailure($0, at: 0) }
  }
}
