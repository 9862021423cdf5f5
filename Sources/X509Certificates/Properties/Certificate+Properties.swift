import AsymmetricKeys
import KeychainModel

extension Certificate {
  /// All properties of the certificate with their object identifiers: its fields, its extensions, and the
  /// attributes of its subject. No identifier occurs twice.
  ///
  /// The attributes of the subject come last, because the applicant of a certificate can choose them
  /// freely. None may replace a field or an extension.
  package var properties: [(identifier: String, property: CertificateProperty)] {
    var found: [(identifier: String, property: CertificateProperty)] = []
    var known: Set<String> = []
    func append(_ identifier: String, _ property: CertificateProperty) {
      if known.insert(identifier).inserted { found.append((identifier, property)) }
    }
    for field in CertificateField.allCases { append(field.rawValue, property(field)) }
    for one in content.extensions {
      // An identifier that cannot be written as text cannot be requested.
      guard let identifier = ObjectIdentifierText.text(one.identifier) else { continue }
      append(identifier, one.property)
    }
    for (type, texts) in subject.textsByType {
      guard let identifier = ObjectIdentifierText.text(type) else { continue }
      append(identifier, CertificateProperty(identifier, .strings(texts)))
    }
    return found
  }

  private func property(_ field: CertificateField) -> CertificateProperty {
    switch field {
    case .version: CertificateProperty("Version", .string("\(version)"))
    case .serialNumber: CertificateProperty("Serial Number", .string(Self.hexText(serialNumber)))
    case .issuer: CertificateProperty("Issuer Name", issuer.boundedSection)
    case .notValidBefore: CertificateProperty("Not Valid Before", .number(Int64(notValidBefore)))
    case .notValidAfter: CertificateProperty("Not Valid After", .number(Int64(notValidAfter)))
    case .subject: CertificateProperty("Subject Name", subject.boundedSection)
    case .publicKeyAlgorithm:
      CertificateProperty(
        "Public Key Algorithm", Self.algorithm(content.keyAlgorithm, content.keyParameters))
    case .publicKey: CertificateProperty("Public Key Data", .data(content.publicKey))
    case .signatureAlgorithm:
      CertificateProperty(
        "Signature Algorithm",
        Self.algorithm(content.signatureAlgorithm, content.signatureParameters))
    case .signature: CertificateProperty("Signature", .data(signature))
    }
  }

  /// An algorithm and its parameters: none, NULL, a curve, or others.
  private static func algorithm(
    _ identifier: [UInt8], _ parameters: [UInt8]
  ) -> CertificateProperty.Value {
    var reader = DERReader(parameters[...])
    let value: CertificateProperty.Value =
      switch try? reader.readAny() {
      case nil: parameters.isEmpty ? .string("none") : .data(parameters)
      case let one? where one.tag == DERTag.null.rawValue: .string("none")
      case let one? where one.tag == DERTag.objectIdentifier.rawValue:
        .string(identifierText(Array(one.content.rest)))
      default: .data(parameters)
      }
    return .section([
      CertificateProperty("Algorithm", .string(identifierText(identifier))),
      CertificateProperty("Parameters", value),
    ])
  }

  /// An object identifier as text; its octets when it is invalid.
  static func identifierText(_ octets: [UInt8]) -> String {
    ObjectIdentifierText.text(octets) ?? hexText(octets)
  }

  /// Bytes as pairs of digits, separated by spaces.
  private static func hexText(_ bytes: [UInt8]) -> String {
    bytes.map { HexadecimalText.digits([$0]) }.joined(separator: " ")
  }
}
