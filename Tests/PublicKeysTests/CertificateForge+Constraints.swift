@testable import PublicKeys

/// What authorities must not certify.
extension CertificateForge {
  /// No names within these: 1 is a domain of mail, 2 one of hosts.
  static func excludedNames(_ names: [(DERTag, String)]) -> [UInt8] {
    certificateExtension(
      ObjectIdentifier.nameConstraints, isCritical: true,
      DERWriter.element(
        .sequence,
        DERWriter.element(
          .explicit1,
          names.flatMap {
            DERWriter.element(.sequence, DERWriter.element($0.0, Array($0.1.utf8)))
          })))
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
