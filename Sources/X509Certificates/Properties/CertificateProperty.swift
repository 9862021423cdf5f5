import AsymmetricKeys
import KeychainModel

/// A property of a certificate, with its label.
package struct CertificateProperty: Sendable, Equatable {
  package enum Value: Sendable, Equatable {
    case string(String)
    case data([UInt8])
    /// A set of bits, or a time in seconds since 2001-01-01 00:00:00 UTC.
    case number(Int64)
    case strings([String])
    case section([CertificateProperty])
  }

  /// The largest number of parts in a section, including the parts of nested sections, and the largest number of values
  /// in an array. The value of a larger property is its raw bytes. This limit is necessary because a peer determines
  /// the number of names in its certificate, and each name requires a separate object.
  static let largestPartCount = 1000

  package let label: String
  package let value: Value

  init(_ label: String, _ value: Value) {
    self.label = label
    self.value = value
  }

  /// The number of properties, including the properties in nested sections.
  var partCount: Int {
    if case .section(let parts) = value { parts.reduce(1) { $0 + $1.partCount } } else { 1 }
  }

  /// A property with the value "Yes" or "No".
  init(_ label: String, _ truth: Bool) {
    self.init(label, .string(truth ? "Yes" : "No"))
  }
}

/// The fields of a certificate, without its extensions. The raw values are the object identifiers of CDSA (The Open
/// Group, Common Security: CDSA and CSSM, "OIDs for X.509 Certificate Library Modules").
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
  /// All properties of the certificate with their object identifiers: the fields, the extensions, and the attributes of
  /// the subject. No identifier occurs twice.
  ///
  /// The attributes of the subject come last, because the applicant for a certificate chooses them freely. An attribute
  /// must not replace a field or an extension with the same identifier.
  package var properties: [(identifier: String, property: CertificateProperty)] {
    var found: [(identifier: String, property: CertificateProperty)] = []
    var known: Set<String> = []
    func append(_ identifier: String, _ property: CertificateProperty) {
      if known.insert(identifier).inserted { found.append((identifier, property)) }
    }
    for field in CertificateField.allCases { append(field.rawValue, property(field)) }
    for one in content.extensions {
      // An extension whose identifier cannot be converted to text is omitted, because callers request properties by
      // this text.
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

  /// A section with an algorithm and its parameters. The parameters may be absent, NULL, a curve, or something else.
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

  /// An object identifier as text. The result is the hexadecimal octets when the object identifier is invalid.
  static func identifierText(_ octets: [UInt8]) -> String {
    ObjectIdentifierText.text(octets) ?? hexText(octets)
  }

  /// The bytes as pairs of hexadecimal digits, separated by spaces.
  private static func hexText(_ bytes: [UInt8]) -> String {
    bytes.map { HexadecimalText.digits([$0]) }.joined(separator: " ")
  }
}

extension DistinguishedName {
  /// A section with the attributes of the name in their encoded order. The label of each attribute is its object
  /// identifier.
  var section: CertificateProperty.Value {
    .section(
      elements.map { element in
        CertificateProperty(
          Certificate.identifierText(element.type),
          element.text.map { .string($0) } ?? .data(element.value))
      })
  }

  /// The property value for the name: `section`, or the raw bytes of the normalized name if the name has too many
  /// attributes.
  var boundedSection: CertificateProperty.Value {
    elements.count <= CertificateProperty.largestPartCount ? section : .data(normalizedSequence)
  }

  /// The texts of each attribute type, in the order in which the types first occur. The array is empty if the name has
  /// too many attributes.
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
