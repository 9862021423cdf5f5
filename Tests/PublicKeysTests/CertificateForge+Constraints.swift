@testable import AsymmetricKeys

/// What authorities must not certify.
extension CertificateForge {
  /// No names within these: 1 is a domain of mail, 2 one of hosts.
  static func excludedNames(_ names: [(DERTag, String)]) -> [UInt8] {
    nameConstraints(excluded: names.map { ($0.0, Array($0.1.utf8)) })
  }

  /// Constraints of names: 1 is a domain of mail, 2 one of hosts, 6 one of URIs, 7 a network.
  static func nameConstraints(
    permitted: [(DERTag, [UInt8])] = [], excluded: [(DERTag, [UInt8])] = []
  ) -> [UInt8] {
    func list(_ tag: DERTag, _ names: [(DERTag, [UInt8])]) -> [UInt8] {
      guard !names.isEmpty else { return [] }
      return DERWriter.element(
        tag, names.flatMap { DERWriter.element(.sequence, DERWriter.element($0.0, $0.1)) })
    }
    return nameConstraints(
      DERWriter.element(.sequence, list(.explicit0, permitted) + list(.explicit1, excluded)))
  }

  /// Constraints of names with any content.
  static func nameConstraints(_ value: [UInt8], isCritical: Bool = true) -> [UInt8] {
    certificateExtension(OID.nameConstraints, isCritical: isCritical, value)
  }

  /// Alternative names of any kind: 7 is an address of the network.
  static func alternativeNames(bytes names: [(DERTag, [UInt8])]) -> [UInt8] {
    certificateExtension(
      OID.subjectAlternativeName,
      DERWriter.element(.sequence, names.flatMap { DERWriter.element($0.0, $0.1) }))
  }

  /// The policies under which a certificate was issued, below 1.2.3.
  static func policies(_ policies: [UInt8], isCritical: Bool = false) -> [UInt8] {
    certificateExtension(
      [0x55, 0x1D, 0x20], isCritical: isCritical,
      DERWriter.element(
        .sequence,
        policies.flatMap {
          DERWriter.element(
            .sequence, DERWriter.element(.objectIdentifier, [0x2A, 0x03, $0]))
        }))
  }

  /// A policy is required of every certificate below.
  static let requiredPolicy = certificateExtension(
    [0x55, 0x1D, 0x24], isCritical: true, [0x30, 0x03, 0x80, 0x01, 0x00])
}

extension CertificateForge {
  /// That a certificate is an authority for TLS, as Netscape said it.
  static let netscapeAuthority = certificateExtension(
    [0x60, 0x86, 0x48, 0x01, 0x86, 0xF8, 0x42, 0x01, 0x01],
    DERWriter.element(.bitString, [0x02, 0x04]))
}

extension CertificateForge {
  /// As many policies, each another.
  static func policies(count: Int) -> [UInt8] {
    let policies = (0..<count).flatMap { number -> [UInt8] in
      let digits = [0x81 + UInt8(number >> 14), 0x80 | UInt8(number >> 7 & 0x7F)]
      let identifier = DERWriter.element(
        .objectIdentifier, [0x2A] + digits + [UInt8(number & 0x7F)])
      return DERWriter.element(.sequence, identifier)
    }
    return certificateExtension(
      OID.certificatePolicies, isCritical: false,
      DERWriter.element(.sequence, policies))
  }
}
