@testable import AsymmetricKeys
import KeychainModel
@testable import X509Certificates

/// Creates chains with correct signatures.
extension CertificateForge {
  /// The signature algorithm.
  enum Signer {
    case sha256
    case sha1
    /// RSA with PKCS#1 v1.5 and SHA-1, under an older object identifier.
    case oldSHA1
    case pssSHA1
    case pssSHA256

    private static let hash: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]

    /// The DER encoding of the algorithm identifier.
    var identifier: [UInt8] {
      switch self {
      case .sha256: Self.sequence([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02])
      case .sha1: Self.sequence([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x01])
      case .oldSHA1: Self.sequence([0x2B, 0x0E, 0x03, 0x02, 0x1D], DERWriter.element(.null, []))
      // In RSASSA-PSS, absent parameters mean SHA-1.
      case .pssSHA1: Self.pss([])
      case .pssSHA256:
        Self.pss(
          DERWriter.element(.explicit0, Self.sequence(Self.hash))
            + DERWriter.element(
              .explicit1,
              Self.sequence(OID.pkcs1 + [8], Self.sequence(Self.hash)))
            + [0xA2, 0x03, 0x02, 0x01, 0x20])
      }
    }

    static func sequence(_ type: [UInt8], _ parameters: [UInt8] = []) -> [UInt8] {
      DERWriter.element(.sequence, DERWriter.element(.objectIdentifier, type) + parameters)
    }

    static func pss(_ parameters: [UInt8]) -> [UInt8] {
      sequence(OID.pkcs1 + [10], DERWriter.element(.sequence, parameters))
    }

    var algorithm: KeyAlgorithm {
      switch self {
      case .sha256: .ecdsa(.x962, .sha256, of: .message)
      case .sha1: .ecdsa(.x962, .sha1, of: .message)
      case .oldSHA1: .rsaSignaturePKCS1(.sha1, of: .message)
      case .pssSHA1: .rsaSignaturePSS(.sha1, of: .message)
      case .pssSHA256: .rsaSignaturePSS(.sha256, of: .message)
      }
    }

    /// The signed content, the signature algorithm and the signature, as one DER sequence.
    ///
    /// - Parameter beside: The algorithm identifier in the unsigned field. By default, the actual algorithm.
    func sign(
      _ content: [UInt8], by key: AsymmetricKey, beside: [UInt8]? = nil
    ) throws -> [UInt8] {
      let signature = try content.withUnsafeBytes { try key.sign($0, algorithm) }
      return DERWriter.element(
        .sequence,
        content + (beside ?? identifier) + DERWriter.element(.bitString, [0] + signature))
    }
  }

  /// The algorithm identifiers in the signed content and in the unsigned field, if the two identifiers differ.
  struct NamedAlgorithms {
    var signed: [UInt8]
    var beside: [UInt8]
  }

  /// The certificate, signed with `key`.
  func signed(
    by key: AsymmetricKey, _ signer: Signer = .sha256, _ algorithms: NamedAlgorithms? = nil
  ) throws -> Certificate {
    let content = content(algorithms?.signed ?? signer.identifier)
    return try Certificate(der: signer.sign(content, by: key, beside: algorithms?.beside))
  }

  /// Sets the public key of the subject.
  mutating func use(_ key: AsymmetricKey) {
    switch key.kind {
    case .rsa:
      keyInfo = Self.keyInfo(
        OID.rsaEncryption, DERWriter.element(.null, []), key.publicRepresentation)
    case .ellipticCurve(let curve):
      keyInfo = Self.keyInfo(
        OID.ellipticCurvePublicKey,
        DERWriter.element(.objectIdentifier, curve.objectIdentifier), key.publicRepresentation)
    }
  }

  static func commonName(_ text: String) -> [UInt8] {
    name([(OID.commonName, .utf8String, text)])
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
      OID.extendedKeyUsage,
      DERWriter.element(
        .sequence, purposes.flatMap { DERWriter.element(.objectIdentifier, $0.identifier) }))
  }

  /// A key usage extension. The first bit is the highest bit of the number: 0x80 allows signatures, and 0x04 allows
  /// signing certificates.
  static func keyUsage(_ bits: UInt8) -> [UInt8] {
    certificateExtension(
      [0x55, 0x1D, 0x0F], isCritical: true,
      DERWriter.element(.bitString, [UInt8(bits.trailingZeroBitCount), bits]))
  }

  /// An authority information access extension with the addresses of the issuer.
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

  /// Name constraints that permit only host names below a domain.
  static func permittedHosts(_ domain: String) -> [UInt8] {
    nameConstraints(permitted: [(.implicit2, Array(domain.utf8))])
  }
}
