import KeychainModel
import Testing

@testable import AsymmetricKeys
@testable import X509Certificates

/// Tests which bytes are accepted as a certificate (specification: keys-and-certificates 2.2).
@Suite struct CertificateParsingTests {
  private func refuses(_ change: (inout CertificateForge) -> Void) -> Bool {
    var forge = CertificateForge()
    change(&forge)
    return (try? forge.certificate()) == nil
  }

  @Test func whatFollowsTheCertificateIsDropped() throws {
    let der = CertificateForge().der
    #expect(try Certificate(der: der + [0, 1, 2]).der == der)
  }

  @Test func aCertificateThatIsCutIsRefusedAtEveryByte() {
    let der = CertificateForge().der
    for count in 0..<der.count {
      #expect((try? Certificate(der: Array(der.prefix(count)))) == nil, "\(count) bytes")
    }
  }

  @Test func pemIsRefused() {
    let text = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
    #expect((try? Certificate(der: Array(text.utf8))) == nil)
  }

  @Test func theVersionIs1To3AndNeverWrittenOutFor1() throws {
    #expect(try CertificateForge(version: nil).certificate().version == 1)
    #expect(try CertificateForge(version: [1]).certificate().version == 2)
    #expect(try CertificateForge(version: [2]).certificate().version == 3)
    #expect(refuses { $0.version = [0] })
    #expect(refuses { $0.version = [3] })
    #expect(refuses { $0.version = [0, 1] })
  }

  @Test func aSerialNumberHas1To37Bytes() throws {
    for count in [1, 20, 37] {
      let number = [0x11] + [UInt8](repeating: 0x22, count: count - 1)
      #expect(try CertificateForge(serialNumber: number).certificate().serialNumber == number)
    }
    #expect(try CertificateForge(serialNumber: [0, 0x80]).certificate().serialNumber == [0, 0x80])
    #expect(refuses { $0.serialNumber = [] })
    #expect(refuses { $0.serialNumber = [UInt8](repeating: 1, count: 38) })
  }

  @Test(arguments: [
    ("250101000000Z", 757_382_400.0), ("2501010000Z", 757_382_400), ("000101000000Z", -31_622_400),
    ("490101000000Z", 1_514_764_800), ("700101000000Z", -978_307_200),
    ("250101000060Z", 757_382_460), ("250101020000+0200", 757_382_400),
    ("241231230000-0100", 757_382_400), ("240229000000Z", 730_857_600),
  ])
  func timesOfTwoDigitYearsAreRead(text: String, seconds: Double) throws {
    let certificate = try CertificateForge(notBefore: (.utcTime, text)).certificate()
    #expect(certificate.notValidBefore == seconds)
  }

  @Test(arguments: [
    "500101000000Z", "690101000000Z", "250001000000Z", "251301000000Z", "250132000000Z",
    "250229000000Z", "250101240000Z", "250101006000Z", "250101000061Z", "250101000000", "25010100Z",
    "250101000000+2400", "250101000000Zx", "2501010000000Z", "", "25a101000000Z",
  ])
  func otherTimesAreRefused(text: String) {
    #expect(refuses { $0.notBefore = (.utcTime, text) })
    #expect(refuses { $0.notAfter = (.utcTime, text) })
  }

  @Test func generalizedTimesHaveYearsOfFourDigits() throws {
    let forge = CertificateForge(notAfter: (.generalizedTime, "20500101000000Z"))
    #expect(try forge.certificate().notValidAfter == 1_546_300_800)
    #expect(refuses { $0.notAfter = (.generalizedTime, "250101000000Z") })
  }

  @Test func aListOfExtensionsIsNotEmpty() {
    #expect(refuses { $0.extensions = [] })
  }

  @Test func unknownExtensionsAreAcceptedKnownCriticalOnesMustBeReadable() throws {
    let unknown: [UInt8] = [0x2A, 0x03, 0x04]
    let basicConstraints: [UInt8] = [0x55, 0x1D, 0x13]
    let malformed: [UInt8] = [0x05, 0x00]
    func accepts(_ identifier: [UInt8], isCritical: Bool) -> Bool {
      !refuses {
        $0.extensions = [
          CertificateForge.certificateExtension(identifier, isCritical: isCritical, malformed)
        ]
      }
    }
    #expect(accepts(unknown, isCritical: true))
    #expect(accepts(unknown, isCritical: false))
    #expect(accepts(basicConstraints, isCritical: false))
    #expect(!accepts(basicConstraints, isCritical: true))
  }

  @Test func namesMustBeWellFormed() {
    #expect(refuses { $0.subject = DERWriter.element(.sequence, DERWriter.element(.set, [])) })
    #expect(refuses { $0.issuer = DERWriter.element(.sequence, [0x31]) })
    #expect(refuses { $0.issuer = DERWriter.element(.set, []) })
  }

  @Test func flippedBytesNeverTrap() throws {
    var forge = CertificateForge()
    forge.extensions = [
      CertificateForge.alternativeNames([
        (.implicit1, "a@example.org"), (.implicit2, "example.org"),
      ])
    ]
    let der = forge.der
    for index in der.indices {
      for bit in 0..<8 {
        var changed = der
        changed[index] ^= 1 << bit
        guard let certificate = try? Certificate(der: changed) else { continue }
        _ = certificate.subjectSummary
        _ = certificate.emailAddresses
        _ = certificate.publicKey
        _ = certificate.subjectKeyIdentifier
      }
    }
  }
}
