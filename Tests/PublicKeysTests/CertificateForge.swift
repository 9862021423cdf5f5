@testable import AsymmetricKeys
import KeychainModel
@testable import X509Certificates

/// Creates unsigned certificates with any content.
struct CertificateForge {
  var version: [UInt8]? = [2]
  var serialNumber: [UInt8] = [1]
  var issuer: [UInt8] = name([(OID.commonName, .utf8String, "Issuer")])
  var subject: [UInt8] = name([(OID.commonName, .utf8String, "Subject")])
  var notBefore: (DERTag, String) = (.utcTime, "250101000000Z")
  var notAfter: (DERTag, String) = (.utcTime, "350101000000Z")
  /// The DER encodings of the extensions.
  var extensions: [[UInt8]]? = nil
  var keyInfo: [UInt8] = Self.keyInfo(
    OID.rsaEncryption, DERWriter.element(.null, []), [1, 2, 3])

  var der: [UInt8] {
    let algorithm = DERWriter.element(
      .sequence,
      DERWriter.element(.objectIdentifier, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B])
        + DERWriter.element(.null, []))
    return DERWriter.element(
      .sequence,
      content(algorithm) + algorithm
        + DERWriter.element(.bitString, [0, 0xAA, 0xBB]))
  }

  /// The content to sign.
  func content(_ algorithm: [UInt8]) -> [UInt8] {
    var content: [UInt8] = []
    if let version {
      content += DERWriter.element(.explicit0, DERWriter.element(.integer, version))
    }
    content += DERWriter.element(.integer, serialNumber)
    content += algorithm
    content += issuer
    content += DERWriter.element(.sequence, time(notBefore) + time(notAfter))
    content += subject
    content += keyInfo
    if let extensions {
      content += DERWriter.element(
        .explicit3, DERWriter.element(.sequence, extensions.flatMap { $0 }))
    }
    return DERWriter.element(.sequence, content)
  }

  func certificate() throws -> Certificate { try Certificate(der: der) }

  private func time(_ value: (DERTag, String)) -> [UInt8] {
    DERWriter.element(value.0, Array(value.1.utf8))
  }

  /// A distinguished name. Each relative distinguished name (RDN) has one attribute.
  static func name(_ elements: [([UInt8], DERTag, String)]) -> [UInt8] {
    name(bytes: elements.map { ($0.0, $0.1, Array($0.2.utf8)) })
  }

  static func name(bytes elements: [([UInt8], DERTag, [UInt8])]) -> [UInt8] {
    DERWriter.element(
      .sequence,
      elements.flatMap { type, tag, value in
        DERWriter.element(
          .set,
          DERWriter.element(
            .sequence,
            DERWriter.element(.objectIdentifier, type) + DERWriter.element(tag, value)))
      })
  }

  static func keyInfo(_ type: [UInt8], _ parameters: [UInt8], _ key: [UInt8]) -> [UInt8] {
    DERWriter.element(
      .sequence,
      DERWriter.element(.sequence, DERWriter.element(.objectIdentifier, type) + parameters)
        + DERWriter.element(.bitString, [0] + key))
  }

  static func certificateExtension(
    _ identifier: [UInt8], isCritical: Bool = false, _ value: [UInt8]
  ) -> [UInt8] {
    DERWriter.element(
      .sequence,
      DERWriter.element(.objectIdentifier, identifier)
        + (isCritical ? DERWriter.element(.boolean, [0xFF]) : [])
        + DERWriter.element(.octetString, value))
  }

  /// Subject alternative names. The tag 1 means an email address, and the tag 2 a host name.
  static func alternativeNames(_ names: [(DERTag, String)]) -> [UInt8] {
    certificateExtension(
      OID.subjectAlternativeName,
      DERWriter.element(
        .sequence, names.flatMap { DERWriter.element($0.0, Array($0.1.utf8)) }))
  }
}
