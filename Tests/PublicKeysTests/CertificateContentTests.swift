import KeychainModel
import TestSupport
import Testing

@testable import AsymmetricKeys
@testable import X509Certificates

/// Tests of the parsed content of a certificate (specification: keys-and-certificates 2.3, 2.4).
@Suite struct CertificateContentTests {
  private static let country: [UInt8] = [0x55, 0x04, 0x06]

  private func summary(
    _ elements: [([UInt8], DERTag, String)], names: [(DERTag, String)] = []
  ) throws -> String? {
    let forge = CertificateForge(
      subject: CertificateForge.name(elements),
      extensions: names.isEmpty ? nil : [CertificateForge.alternativeNames(names)])
    return try forge.certificate().subjectSummary
  }

  @Test func onlyPrintableStringsAreNormalized() throws {
    let printable = try DistinguishedName(
      der: CertificateForge.name([(OID.organization, .printableString, "  Acme   inc ")]))
    let expected = CertificateForge.name([(OID.organization, .printableString, "ACME INC")])
    #expect(printable.normalizedSequence == expected)
    #expect(printable.normalizedContent == Array(expected.dropFirst(2)))
    for tag in [DERTag.utf8String, .ia5String, .teletexString, .bmpString] {
      let other = CertificateForge.name([(OID.organization, tag, "  Acme   inc ")])
      #expect(try DistinguishedName(der: other).normalizedSequence == other)
    }
  }

  @Test func tabsAreBlanksToo() throws {
    let name = try DistinguishedName(
      der: CertificateForge.name([(OID.organization, .printableString, "\ta\t b\t")]))
    #expect(
      name.normalizedSequence
        == CertificateForge.name([(OID.organization, .printableString, "A B")]))
  }

  @Test func commonNamesComeTheLaterFirst() throws {
    #expect(
      try summary([(OID.commonName, .utf8String, "one"), (OID.commonName, .utf8String, "two")])
        == "two, one")
    let forge = CertificateForge(
      subject: CertificateForge.name([
        (OID.commonName, .utf8String, "one"), (OID.commonName, .utf8String, "two"),
      ]))
    #expect(try forge.certificate().commonName == "two")
  }

  @Test func aDescriptionStandsInBrackets() throws {
    #expect(
      try summary([
        (OID.description, .utf8String, "first"), (OID.commonName, .utf8String, "name"),
        (OID.description, .utf8String, "second"),
      ]) == "name (second, first)")
  }

  @Test func unitsComeBeforeOrganizationsAndOthers() throws {
    let unit = (OID.organizationalUnit, DERTag.utf8String, "unit")
    let organization = (OID.organization, DERTag.utf8String, "organization")
    let country = (Self.country, DERTag.printableString, "DE")
    #expect(try summary([country, organization, unit]) == "unit")
    #expect(try summary([unit, organization]) == "unit")
    #expect(try summary([country, organization]) == "organization")
    #expect(try summary([country]) == "DE")
    #expect(try summary([]) == nil)
    #expect(try summary([(OID.description, .utf8String, "text")]) == "text")
  }

  @Test func withoutACommonNameAnAddressOrAHostStands() throws {
    let organization = (OID.organization, DERTag.utf8String, "organization")
    let address = (OID.emailAddress, DERTag.ia5String, "subject@example.org")
    #expect(
      try summary(
        [organization, address], names: [(.implicit2, "host.example"), (.implicit1, "a@b.example")])
        == "a@b.example")
    #expect(
      try summary([organization, address], names: [(.implicit2, "host.example")])
        == "subject@example.org")
    #expect(try summary([organization], names: [(.implicit2, "host.example")]) == "host.example")
    #expect(
      try summary(
        [(OID.commonName, .utf8String, "name")], names: [(.implicit1, "a@b.example")]) == "name")
  }

  @Test func textIsReadByItsType() throws {
    func text(_ tag: DERTag, _ bytes: [UInt8]) throws -> String? {
      try CertificateForge(subject: CertificateForge.name(bytes: [(OID.commonName, tag, bytes)]))
        .certificate().commonName
    }
    #expect(try text(.utf8String, Array("Zoë".utf8)) == "Zoë")
    #expect(try text(.utf8String, [0xFF]) == nil)
    #expect(try text(.teletexString, [0x5A, 0x6F, 0xEB]) == "Zoë")
    #expect(try text(.bmpString, [0x00, 0x5A, 0x00, 0x6F, 0x00, 0xEB]) == "Zoë")
    #expect(try text(.bmpString, [0x00]) == nil)
    #expect(try text(.printableString, Array("ab\0".utf8)) == "ab")
    #expect(try text(.printableString, [0xEB]) == nil)
    #expect(try text(.octetString, [0x41]) == nil)
  }

  @Test func addressesOfTheAlternativeNamesComeFirst() throws {
    let forge = CertificateForge(
      subject: CertificateForge.name([(OID.emailAddress, .ia5String, "s@example.org")]),
      extensions: [
        CertificateForge.alternativeNames([
          (.implicit1, "a@example.org"), (.implicit2, "example.org"), (.implicit1, "b@example.org"),
        ])
      ])
    let certificate = try forge.certificate()
    #expect(certificate.emailAddresses == ["a@example.org", "b@example.org", "s@example.org"])
    #expect(certificate.hostNames == ["example.org"])
    #expect(try CertificateForge().certificate().emailAddresses.isEmpty)
  }

  @Test func theSubjectKeyIdentifierIsTheContentOfItsOctets() throws {
    let forge = CertificateForge(extensions: [
      CertificateForge.certificateExtension(
        OID.subjectKeyIdentifier, DERWriter.element(.octetString, [9, 8, 7]))
    ])
    #expect(try forge.certificate().subjectKeyIdentifier == [9, 8, 7])
    #expect(try CertificateForge().certificate().subjectKeyIdentifier == nil)
  }

  @Test func keysOfRSAAndTheCurvesAreFound() throws {
    let rsa = try AsymmetricKey.generateRSA(bitCount: 1024).publicKey()
    let null = DERWriter.element(.null, [])
    var forge = CertificateForge(
      keyInfo: CertificateForge.keyInfo(OID.rsaEncryption, null, rsa.publicRepresentation))
    let certificate = try forge.certificate()
    #expect(certificate.publicKey?.publicRepresentation == rsa.publicRepresentation)
    #expect(try certificate.publicKeyHash() == rsa.publicKeyHash())

    let p256: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    let p384: [UInt8] = [0x2B, 0x81, 0x04, 0x00, 0x22]
    let point = try AsymmetricKey.generate(on: .p256).publicRepresentation
    func keyInfo(_ curve: [UInt8]) -> [UInt8] {
      CertificateForge.keyInfo(
        OID.ellipticCurvePublicKey, DERWriter.element(.objectIdentifier, curve), point)
    }
    forge.keyInfo = keyInfo(p256)
    #expect(try forge.certificate().publicKey?.publicRepresentation == point)
    forge.keyInfo = keyInfo(p384)
    #expect((try? forge.certificate())?.publicKey == nil)

    let ed25519: [UInt8] = [0x2B, 0x65, 0x70]
    forge.keyInfo = CertificateForge.keyInfo(ed25519, [], [UInt8](repeating: 7, count: 32))
    #expect(try forge.certificate().publicKey == nil)
    #expect(try CertificateForge().certificate().publicKey == nil)
  }

  /// The sender of a certificate chooses the number of attributes in its name.
  @Test func namesOfThousandsOfPartsHaveASummary() throws {
    for type in [OID.commonName, OID.description] {
      var forge = CertificateForge()
      forge.subject = CertificateForge.name(
        (0..<200_000).map { _ in (type, DERTag.utf8String, "A") })
      let certificate = try forge.certificate()
      let time = processorTime {
        #expect((certificate.subjectSummary?.count ?? 0) > 200_000)
      }
      #expect(time < .seconds(5))
    }
  }
}
