@testable import AsymmetricKeys
import KeychainModel

/// Creates name constraints and certificate policies.
extension CertificateForge {
  /// Excludes names below these bases. The tag 1 means a mail domain, and the tag 2 a host domain.
  static func excludedNames(_ names: [(DERTag, String)]) -> [UInt8] {
    nameConstraints(excluded: names.map { ($0.0, Array($0.1.utf8)) })
  }

  /// Name constraints with the given bases. The tag 1 means a mail domain, 2 a host domain, 6 a URI domain, 7 an IP
  /// network.
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

  /// A name constraints extension with any content.
  static func nameConstraints(_ value: [UInt8], isCritical: Bool = true) -> [UInt8] {
    certificateExtension(OID.nameConstraints, isCritical: isCritical, value)
  }

  /// Subject alternative names of any kind. The tag 7 means an IP address.
  static func alternativeNames(bytes names: [(DERTag, [UInt8])]) -> [UInt8] {
    certificateExtension(
      OID.subjectAlternativeName,
      DERWriter.element(.sequence, names.flatMap { DERWriter.element($0.0, $0.1) }))
  }

  /// A certificate policies extension. Each policy is given as the last number of its object identifier, 1.2.3.n.
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

  /// A policy constraints extension that requires a policy in every certificate below the authority.
  static let requiredPolicy = certificateExtension(
    [0x55, 0x1D, 0x24], isCritical: true, [0x30, 0x03, 0x80, 0x01, 0x00])
}

extension CertificateForge {
  /// The Netscape certificate type of a TLS authority.
  static let netscapeAuthority = certificateExtension(
    [0x60, 0x86, 0x48, 0x01, 0x86, 0xF8, 0x42, 0x01, 0x01],
    DERWriter.element(.bitString, [0x02, 0x04]))
}

extension CertificateForge {
  /// A certificate policies extension with the given number of different policies.
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
