import AsymmetricKeys
import KeychainModel

/// A property of a certificate, with its label.
package struct CertificateProperty: Sendable, Equatable {
  package enum Value: Sendable, Equatable {
    case string(String)
    case data([UInt8])
    /// A set of bits, or seconds since 2001-01-01 00:00:00 UTC.
    case number(Int64)
    case strings([String])
    case section([CertificateProperty])
  }

  /// The largest number of parts in a section, including nested sections, and of values in an array. A property
  /// with more parts gives its raw bytes. A peer can choose the number of names in its certificate, and each name
  /// would need a separate object.
  static let largestPartCount = 1000

  package let label: String
  package let value: Value

  init(_ label: String, _ value: Value) {
    self.label = label
    self.value = value
  }

  /// The number of properties, including nested ones.
  var partCount: Int {
    if case .section(let parts) = value { parts.reduce(1) { $0 + $1.partCount } } else { 1 }
  }

  /// A property with the value yes or no.
  init(_ label: String, _ truth: Bool) {
    self.init(label, .string(truth ? "Yes" : "No"))
  }
}

/// The parts of a certificate other than its extensions, with the object identifiers of CDSA (The Open Group,
/// Common Security: CDSA and CSSM, "OIDs for X.509 Certificate Library Modules").
package enum CertificateField: String, Sendable, CaseIterable {
  case version = "2.16.840.1.113741.2.1.1.1.2"
  case serialNumber = "2.16.840.1.113741.2.1.1.1.3"
  case issuer = "2.16.840.1.113741.2.1.1.1.5"
  case notValidBefore = "2.16.840.1.113741.2.1.1.1.6"
  case notValidAfter = "2.16.840.1.113741.2.1.1.1.7"
  case subject = "2.16.840.1.113741.2.1.1.1.8"
  case publicKeyAlgorithm = "2.16.840.1.113741.2.1.1.1.9"
  case publicKey = "2.16.840.1.113741.2.1.1.1.10"
  case signatureAlgorithm = "2.16.840.1.113741.2.1.3.2.1"
  case signature = "2.16.840.1.113741.2.1.3.2.2"
}

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

extension DistinguishedName {
  /// The attributes in their encoded order, each with its object identifier.
  var section: CertificateProperty.Value {
    .section(
      elements.map { element in
        CertificateProperty(
          Certificate.identifierText(element.type),
          element.text.map { .string($0) } ?? .data(element.value))
      })
  }

  /// The attributes as above. The normalized name when there are too many.
  var boundedSection: CertificateProperty.Value {
    elements.count <= CertificateProperty.largestPartCount ? section : .data(normalizedSequence)
  }

  /// The texts of each attribute type, in the order of the first occurrence. Empty when there are too many
  /// attributes.
  var textsByType: [(type: [UInt8], texts: [String])] {
    guard elements.count <= CertificateProperty.largestPartCount else { return [] }
    var found: [(type: [UInt8], texts: [String])] = []
    var places: [[UInt8]: Int] = [:]
    for element in elements {
      guard let text = element.text else { continue }
      if let place = places[element.type] {
        found[place].texts.append(text)
      } else {
        places[element.type] = found.count
        found.append((element.type, [text]))
      }
    }
    return found
  }
}
