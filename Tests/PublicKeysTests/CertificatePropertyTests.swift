import KeychainModel
import Testing

@testable import AsymmetricKeys
@testable import X509Certificates

/// Tests of the properties of unusual certificates. `CertificateValuesTests` of `Security` tests the properties of
/// certificates that `openssl` creates.
@Suite struct CertificatePropertyTests {

  private func property(_ identifier: String, _ forge: CertificateForge) throws
    -> CertificateProperty?
  {
    try forge.certificate().properties.first { $0.identifier == identifier }?.property
  }

  private func property(
    _ identifier: [UInt8], _ value: [UInt8], isCritical: Bool = false
  ) throws -> CertificateProperty.Value? {
    let one = CertificateForge.certificateExtension(identifier, isCritical: isCritical, value)
    let text = try #require(ObjectIdentifierText.text(identifier))
    return try property(text, CertificateForge(extensions: [one]))?.value
  }

  @Test func anExtensionThatIsMalformedGivesItsBytes() throws {
    let known = [
      OID.keyUsage, OID.extendedKeyUsage, OID.basicConstraints, OID.subjectAlternativeName,
      OID.issuerAlternativeName, OID.subjectKeyIdentifier, OID.authorityKeyIdentifier,
    ]
    let malformed: [[UInt8]] = [
      [], [0x30], [0x05, 0x00], [0x30, 0x02, 0x05], [0x30, 0x00, 0x00], [0x03, 0x01, 0x00],
      [0x03, 0x02, 0x09, 0x80], [0x04, 0x01, 0x00, 0x00], [0x30, 0x03, 0x1F, 0x01, 0x00],
    ]
    for identifier in known {
      for value in malformed {
        let found = try property(identifier, value)
        #expect(
          found
            == .section([
              CertificateProperty("Critical", false), CertificateProperty("Data", .data(value)),
            ]))
      }
    }
  }

  @Test func theBitsOfTheKeyUsage() throws {
    for (value, bits): ([UInt8], Int64) in [
      ([0x03, 0x02, 0x07, 0x80], 1), ([0x03, 0x02, 0x01, 0x06], 0x60),
      ([0x03, 0x02, 0x00, 0xFF], 0xFF), ([0x03, 0x03, 0x07, 0x00, 0x80], 0x100),
    ] {
      #expect(try property(OID.keyUsage, value, isCritical: true) == .number(bits))
    }
  }

  @Test func anAuthorityIsWhatSaysSo() throws {
    for (value, expected): ([UInt8], [String]) in [
      ([0x30, 0x00], ["No"]), ([0x30, 0x03, 0x01, 0x01, 0xFF], ["Yes"]),
      ([0x30, 0x03, 0x02, 0x01, 0x00], ["No", "0"]),
      ([0x30, 0x06, 0x01, 0x01, 0xFF, 0x02, 0x01, 0x7F], ["Yes", "127"]),
    ] {
      guard case .section(let properties) = try property(OID.basicConstraints, value) else {
        Issue.record("no section for \(value)")
        continue
      }
      #expect(properties.dropFirst().map(\.value) == expected.map { .string($0) })
    }
  }

  @Test func namesThatAreNoTextAreBytes() throws {
    let names: [UInt8] = [
      0x30, 0x0D, 0x82, 0x01, 0xFF, 0x87, 0x03, 0x01, 0x02, 0x03, 0xA0, 0x00, 0xA4, 0x01, 0x30,
    ]
    #expect(
      try property(OID.subjectAlternativeName, names)
        == .section([
          CertificateProperty("Critical", false),
          CertificateProperty("DNS Name", .data([0xFF])),
          CertificateProperty("IP Address", .data([1, 2, 3])),
          CertificateProperty("Other Name", .data([])),
          CertificateProperty("Directory Name", .data([0x30])),
        ]))
  }

  /// An attribute of the subject must not replace an extension or a field, because the applicant for a certificate
  /// chooses the attributes of its subject.
  @Test func noAttributeOfTheSubjectStandsWhereAnExtensionOrAFieldDoes() throws {
    let version = try #require(ObjectIdentifierText.octets(CertificateField.version.rawValue))
    let forge = CertificateForge(
      subject: CertificateForge.name([
        (OID.basicConstraints, .utf8String, "Yes"), (version, .utf8String, "9"),
        (OID.commonName, .utf8String, "one"), (OID.commonName, .octetString, "no text"),
        (OID.commonName, .utf8String, "two"),
      ]),
      extensions: [CertificateForge.certificateExtension(OID.basicConstraints, [0x30, 0x00])])
    #expect(
      try property("2.5.29.19", forge)?.value
        == .section([
          CertificateProperty("Critical", false),
          CertificateProperty("Certificate Authority", false),
        ]))
    #expect(
      try property(CertificateField.version.rawValue, forge)
        == CertificateProperty("Version", .string("3")))
    #expect(try property("2.5.4.3", forge)?.value == .strings(["one", "two"]))
    let identifiers = try forge.certificate().properties.map(\.identifier)
    #expect(Set(identifiers).count == identifiers.count)
    #expect(try property("2.5.29.15", forge) == nil)
  }

  /// The number of values is limited, because a peer chooses the number of names in its certificate, and each name
  /// requires an object.
  @Test(arguments: [1000, 1001]) func whatSaysTooMuchGivesItsBytes(count: Int) throws {
    let isShown = count <= 1000
    func list(_ element: [UInt8], _ count: Int) -> [UInt8] {
      DERWriter.element(.sequence, Array(repeatElement(element, count: count).joined()))
    }
    func partCount(_ value: CertificateProperty.Value?) -> Int? {
      if case .section(let parts) = value { parts.count } else { nil }
    }
    let names = list([0x82, 0x00], count)
    // A name and its attributes are added to the same count.
    let name = CertificateForge.name(
      Array(repeating: (OID.commonName, .utf8String, "n"), count: 9))
    let directories =
      list(DERWriter.element(.explicit4, name), count / 10)
      .dropFirst(4) + Array(repeatElement([0x82, 0x00], count: count % 10).joined())
    let whole = CertificateForge.name(
      Array(repeating: (OID.commonName, .utf8String, "n"), count: isShown ? 999 : 1001))
    let lists = [
      (names, 1001), (DERWriter.element(.sequence, Array(directories)), 101),
      (list(DERWriter.element(.explicit4, whole), 1), 2),
    ]
    for (value, shown) in lists {
      for identifier in [OID.subjectAlternativeName, OID.issuerAlternativeName] {
        let found = try property(identifier, value)
        let bytes = CertificateProperty("Data", .data(value))
        #expect(
          isShown
            ? partCount(found) == shown
            : found == .section([CertificateProperty("Critical", false), bytes]))
      }
    }
    let issuers = DERWriter.element(
      .sequence, DERWriter.element(.explicit1, Array(names.dropFirst(4))))
    #expect(partCount(try property(OID.authorityKeyIdentifier, issuers)) == (isShown ? 1001 : 2))
    let purposes = try property(OID.extendedKeyUsage, list([0x06, 0x01, 0x2A], count))
    #expect(partCount(purposes) == (isShown ? nil : 2))

    let forge = CertificateForge(
      subject: CertificateForge.name(
        Array(repeating: (OID.commonName, .utf8String, "n"), count: count)))
    let subject = try property(CertificateField.subject.rawValue, forge)?.value
    #expect(isShown ? partCount(subject) == 1000 : subject == .data(forge.subject))
    #expect((try property("2.5.4.3", forge) != nil) == isShown)
  }

  @Test func theParametersOfAlgorithms() throws {
    let curve: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    for (bytes, expected): ([UInt8], CertificateProperty.Value) in [
      ([], .string("none")), ([0x05, 0x00], .string("none")),
      (curve, .string("1.2.840.10045.3.1.7")), ([0x02, 0x01, 0x05], .data([0x02, 0x01, 0x05])),
      ([0x1F], .data([0x1F])),
    ] {
      let forge = CertificateForge(
        keyInfo: CertificateForge.keyInfo(OID.ellipticCurvePublicKey, bytes, [4]))
      #expect(
        try property(CertificateField.publicKeyAlgorithm.rawValue, forge)?.value
          == .section([
            CertificateProperty("Algorithm", .string("1.2.840.10045.2.1")),
            CertificateProperty("Parameters", expected),
          ]))
    }
  }
}
