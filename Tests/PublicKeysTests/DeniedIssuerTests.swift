import KeychainModel
import Testing

@testable import AsymmetricKeys
@testable import CertificateTrust
@testable import X509Certificates

/// An issuer is denied even if the certificate below the issuer encodes the issuer's name differently.
@Suite struct DeniedIssuerTests {
  /// The evaluation does not contain the root. The root is only in the trust settings.
  @Test(arguments: [DERTag.universalString, .bmpString, .printableString])
  func anIssuerWrittenInAnotherWayHidesNoDenial(tag: DERTag) throws {
    let zeros = [UInt8](repeating: 0, count: tag == .universalString ? 3 : 1)
    let text: [UInt8] =
      tag == .printableString ? Array("  rOOT ".utf8) : "Root".utf8.flatMap { zeros + [$0] }
    var chain = try TestChain()
    chain.authority.issuer = CertificateForge.name(bytes: [(OID.commonName, tag, text)]
    )
    let (leaf, authority, root) = try chain.certificates()
    var list = TrustSettingsList()
    try list.set([TrustSetting(result: .deny)], for: root, modified: 0)
    for certificates in [[leaf, authority, root], [leaf, authority]] {
      var evaluation = TrustEvaluation(
        certificates: certificates, policies: [.basic], date: TestChain.date)
      evaluation.settings = TrustSettingsDomains([list])
      #expect(try evaluation.outcome().failures.contains { $0.check.isDenial })
    }
  }

  @Test func namesAreTheSameThatAreTheSameToOpenSSL() throws {
    func name(_ elements: [([UInt8], DERTag, [UInt8])]) throws -> CanonicalName {
      CanonicalName(try DistinguishedName(der: CertificateForge.name(bytes: elements)))
    }
    let (common, other) = (OID.commonName, OID.organization)
    let text = Array("é".utf8)
    for tag in [DERTag.printableString, .ia5String, .teletexString] {
      #expect(try name([(common, tag, [0xE9])]) == name([(common, .utf8String, text)]))
    }
    #expect(
      try name([(common, .utf8String, text), (other, .utf8String, text)])
        == name([(other, .utf8String, text), (common, .utf8String, text)]))
    #expect(
      try name([(common, .utf8String, text)]) != name([(other, .utf8String, text)]))
    // The comparison does not ignore zeros at the end of a string. The comparison joins a string that is encoded in
    // parts, and ignores the unused bits of a bit string.
    let zero = Array("CA\0".utf8)
    #expect(try name([(common, .utf8String, zero)]) == name([(common, .printableString, zero)]))
    #expect(
      try name([(common, .utf8String, zero)]) != name([(common, .utf8String, Array("CA".utf8))]))
    func rawName(_ value: [UInt8]) throws -> CanonicalName {
      let pair = DERWriter.element(.sequence, DERWriter.element(.objectIdentifier, common) + value)
      let bytes = DERWriter.element(.sequence, DERWriter.element(.set, pair))
      return CanonicalName(try DistinguishedName(der: bytes))
    }
    #expect(
      try rawName([0x2C, 6, 0x0C, 1, 0x43, 0x0C, 1, 0x41])
        == name([(common, .utf8String, Array("CA".utf8))]))
    for parts in [
      [0x2C, 5, 0x0C, 0x81, 2, 0x43, 0x41], [0x2C, 8, 0x2C, 0x80, 0x0C, 2, 0x43, 0x41, 0, 0],
      [0x2C, 5, 0x1F, 0x20, 2, 0x43, 0x41], [0x2C, 9, 0x0C, 0x85, 0, 0, 0, 0, 2, 0x43, 0x41],
    ] as [[UInt8]] {
      #expect(try rawName(parts) == name([(common, .utf8String, Array("CA".utf8))]))
    }
    #expect(try rawName([0x03, 1, 0]) == rawName([0x03, 1, 3]))
    #expect(try rawName([0x03, 2, 4, 0xA0]) == rawName([0x03, 2, 4, 0xAF]))
    #expect(try rawName([0x03, 2, 4, 0xA0]) != rawName([0x03, 2, 4, 0xB0]))
    #expect(try rawName([0x23, 4, 0x03, 2, 4, 0xAF]) == rawName([0x03, 2, 4, 0xA0]))
    let nested = (0..<8).reduce([0x0C, 1, 0x43] as [UInt8]) { inner, _ in
      [0x2C, UInt8(inner.count)] + inner
    }
    #expect(try rawName(nested) != name([(common, .utf8String, [0x43])]))
    for broken in [[0, 0, 0], [0, 0, 0xD8, 0]] as [[UInt8]] {
      #expect(try name([(common, .universalString, broken)]) != name([(common, .utf8String, [])]))
    }
  }

  @Test func anIssuerThatIsNotReadHidesNoDenial() throws {
    var chain = try TestChain()
    chain.authority.extensions?.append(CertificateForge.policies(count: 501))
    let (leaf, authority, root) = try chain.certificates()
    var list = TrustSettingsList()
    try list.set([TrustSetting(result: .deny)], for: root, modified: 0)
    for certificates in [[leaf, authority, root], [leaf, authority], [leaf]] {
      var evaluation = TrustEvaluation(
        certificates: certificates, policies: [.basic], date: TestChain.date)
      evaluation.settings = TrustSettingsDomains([list])
      let isDenied = try evaluation.outcome().failures.contains { $0.check.isDenial }
      #expect(isDenied == (certificates.count > 1))
    }
  }
}
