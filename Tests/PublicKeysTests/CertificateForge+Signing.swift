@testable import PublicKeys

/// Chains whose signatures are right.
extension CertificateForge {
  /// Which hash signs.
  enum Signer {
    case sha256
    case sha1

    var identifier: [UInt8] {
      // ecdsa-with-SHA256, ecdsa-with-SHA1
      switch self {
      case .sha256: [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]
      case .sha1: ObjectIdentifier.ecdsaWithSHA1
      }
    }

    var algorithm: KeyAlgorithm {
      .ecdsa(.x962, self == .sha1 ? .sha1 : .sha256, of: .message)
    }
  }

  /// The certificate, signed by an elliptic-curve key.
  func signed(by key: AsymmetricKey, _ signer: Signer = .sha256) throws -> Certificate {
    let algorithm = DERWriter.element(
      .sequence, DERWriter.element(.objectIdentifier, signer.identifier))
    let content = content(algorithm)
    let signature = try content.withUnsafeBytes { try key.sign($0, signer.algorithm) }
    return try Certificate(
      der: DERWriter.element(
        .sequence, content + algorithm + DERWriter.element(.bitString, [0] + signature)))
  }

  /// The key of the subject.
  mutating func use(_ key: AsymmetricKey) {
    switch key.kind {
    case .rsa:
      keyInfo = Self.keyInfo(
        ObjectIdentifier.rsaEncryption, DERWriter.element(.null, []), key.publicRepresentation)
    case .ellipticCurve(let curve):
      keyInfo = Self.keyInfo(
        ObjectIdentifier.ellipticCurvePublicKey,
        DERWriter.element(.objectIdentifier, curve.objectIdentifier), key.publicRepresentation)
    }
  }

  static func commonName(_ text: String) -> [UInt8] {
    name([(ObjectIdentifier.commonName, .utf8String, text)])
  }

  static func basicConstraints(isAuthority: Bool, pathLength: UInt8? = nil) -> [UInt8] {
    let content =
      (isAuthority ? DERWriter.element(.boolean, [0xFF]) : [])
      + (pathLength.map { DERWriter.element(.integer, [$0]) } ?? [])
    return certificateExtension(
      [0x55, 0x1D, 0x13], isCritical: true, DERWriter.element(.sequence, content))
  }

  static func purposes(_ purposes: [KeyPurpose]) -> [UInt8] {
    certificateExtension(
      ObjectIdentifier.extendedKeyUsage,
      DERWriter.element(
        .sequence, purposes.flatMap { DERWriter.element(.objectIdentifier, $0.identifier) }))
  }

  /// The bits of a key usage, the first in the highest place: 0x80 signs, 0x04 signs certificates.
  static func keyUsage(_ bits: UInt8) -> [UInt8] {
    certificateExtension(
      [0x55, 0x1D, 0x0F], isCritical: true,
      DERWriter.element(.bitString, [UInt8(bits.trailingZeroBitCount), bits]))
  }

  /// Where the issuer is.
  static func issuers(at addresses: [String]) -> [UInt8] {
    let method: [UInt8] = [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x02]
    return certificateExtension(
      [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x01, 0x01],
      DERWriter.element(
        .sequence,
        addresses.flatMap { address in
          DERWriter.element(
            .sequence,
            DERWriter.element(.objectIdentifier, method)
              + DERWriter.element(0x86, Array(address.utf8)))
        }))
  }

  /// Host names below a domain only.
  static func permittedHosts(_ domain: String) -> [UInt8] {
    certificateExtension(
      [0x55, 0x1D, 0x1E], isCritical: true,
      DERWriter.element(
        .sequence,
        DERWriter.element(
          .explicit0,
          DERWriter.element(
            .sequence, DERWriter.element(.implicit2, Array(domain.utf8))))))
  }
}
