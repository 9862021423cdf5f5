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
}
