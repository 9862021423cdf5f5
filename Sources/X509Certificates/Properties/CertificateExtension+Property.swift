import AsymmetricKeys
import KeychainModel

extension CertificateExtension {
  /// The content of the extension as a property. The value is the raw bytes when the extension is unknown, malformed or
  /// too large.
  var property: CertificateProperty {
    let value: CertificateProperty.Value? =
      switch identifier {
      case OID.keyUsage: try? usage()
      case OID.extendedKeyUsage: try? purposes()
      case OID.basicConstraints: try? basicConstraints()
      case OID.subjectAlternativeName, OID.issuerAlternativeName:
        try? alternativeNames()
      case OID.subjectKeyIdentifier: try? subjectKeyIdentifier()
      case OID.authorityKeyIdentifier: try? authorityKeyIdentifier()
      default: nil
      }
    return CertificateProperty(
      label, value ?? section([CertificateProperty("Data", .data(self.value))]))
  }

  private var label: String {
    switch identifier {
    case OID.keyUsage: "Key Usage"
    case OID.extendedKeyUsage: "Extended Key Usage"
    case OID.basicConstraints: "Basic Constraints"
    case OID.subjectAlternativeName: "Subject Alternative Name"
    case OID.issuerAlternativeName: "Issuer Alternative Name"
    case OID.subjectKeyIdentifier: "Subject Key Identifier"
    case OID.authorityKeyIdentifier: "Authority Key Identifier"
    default: Certificate.identifierText(identifier)
    }
  }

  private static let tooMuch = KeychainError(.parameter, "there is more than anybody shows")

  private func section(_ properties: [CertificateProperty]) -> CertificateProperty.Value {
    .section([CertificateProperty("Critical", isCritical)] + properties)
  }

  /// The key usage bits, in the order of RFC 5280. The first bit of the encoding is the lowest bit of the number, as in
  /// `SecKeyUsage`.
  private func usage() throws(KeychainError) -> CertificateProperty.Value {
    var reader = DERReader(value[...])
    let content = try reader.read(.bitString).rest
    try reader.end()
    guard let unused = content.first, unused < 8, (2...3).contains(content.count) else {
      throw DERReader.malformed
    }
    var bits: Int64 = 0
    for (index, octet) in content.dropFirst().enumerated() {
      for bit in 0..<8 where octet & (0x80 >> bit) != 0 { bits |= 1 << (index * 8 + bit) }
    }
    return .number(bits)
  }

  private func purposes() throws(KeychainError) -> CertificateProperty.Value {
    var reader = DERReader(value[...])
    var list = try reader.read(.sequence)
    try reader.end()
    var purposes: [String] = []
    while !list.isAtEnd {
      purposes.append(Certificate.identifierText(Array(try list.read(.objectIdentifier).rest)))
      guard purposes.count <= CertificateProperty.largestPartCount else { throw Self.tooMuch }
    }
    return .strings(purposes)
  }

  private func basicConstraints() throws(KeychainError) -> CertificateProperty.Value {
    var reader = DERReader(value[...])
    var fields = try reader.read(.sequence)
    try reader.end()
    let isAuthority = try fields.readOptional(.boolean).map { $0.rest.elementsEqual([0xFF]) }
    var properties = [CertificateProperty("Certificate Authority", isAuthority ?? false)]
    if !fields.isAtEnd {
      let length = try fields.readNumber()
      guard length.count <= 4 else { throw DERReader.malformed }
      let number = length.reduce(0) { $0 << 8 | UInt64($1) }
      properties.append(CertificateProperty("Path Length Constraint", .string("\(number)")))
    }
    try fields.end()
    return section(properties)
  }

  private func alternativeNames() throws(KeychainError) -> CertificateProperty.Value {
    var reader = DERReader(value[...])
    let list = try reader.read(.sequence)
    try reader.end()
    return section(try Self.names(list))
  }

  private static func names(_ list: DERReader) throws(KeychainError) -> [CertificateProperty] {
    var list = list
    var names: [CertificateProperty] = []
    var count = 0
    while !list.isAtEnd {
      let name = try list.readAny()
      let property = GeneralName(tag: name.tag, content: name.content).property
      count += property.partCount
      guard count <= CertificateProperty.largestPartCount else { throw tooMuch }
      names.append(property)
    }
    return names
  }

  private func subjectKeyIdentifier() throws(KeychainError) -> CertificateProperty.Value {
    var reader = DERReader(value[...])
    let identifier = try reader.read(.octetString).rest
    try reader.end()
    return section([CertificateProperty("Key Identifier", .data(Array(identifier)))])
  }

  private func authorityKeyIdentifier() throws(KeychainError) -> CertificateProperty.Value {
    var reader = DERReader(value[...])
    var fields = try reader.read(.sequence)
    try reader.end()
    var properties: [CertificateProperty] = []
    if let identifier = try fields.readOptional(.implicit0) {
      properties.append(CertificateProperty("Key Identifier", .data(Array(identifier.rest))))
    }
    if let names = try fields.readOptional(.explicit1) { properties += try Self.names(names) }
    if let number = try fields.readOptional(.implicit2) {
      properties.append(CertificateProperty("Serial Number", .data(Array(number.rest))))
    }
    try fields.end()
    return section(properties)
  }
}
