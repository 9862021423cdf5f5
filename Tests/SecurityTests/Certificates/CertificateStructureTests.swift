import Foundation
import Security
import Testing

/// Tests the certificate functions that use CDSA types.
@Suite struct CertificateStructureTests {
  /// A certificate of version 1 from `openssl req -x509 -newkey rsa:1024`, with `-subj "/C=DE/OU=one+CN=Anna
  /// Example+O=Example/CN=last" -multivalue-rdn` and without extensions.
  private let der = Data(
    base64Encoded:
      "MIICDTCCAXYCAQcwDQYJKoZIhvcNAQELBQAwTzELMAkGA1UEBhMCREUxMTAKBgNVBAsMA29uZTAOBgNVBAoM"
      + "B0V4YW1wbGUwEwYDVQQDDAxBbm5hIEV4YW1wbGUxDTALBgNVBAMMBGxhc3QwHhcNMjYxMTIyMjExMjQ3WhcN"
      + "MzYxMTE5MjExMjQ3WjBPMQswCQYDVQQGEwJERTExMAoGA1UECwwDb25lMA4GA1UECgwHRXhhbXBsZTATBgNV"
      + "BAMMDEFubmEgRXhhbXBsZTENMAsGA1UEAwwEbGFzdDCBnzANBgkqhkiG9w0BAQEFAAOBjQAwgYkCgYEA1WyG"
      + "CKQxG/a51wlub62P8BDx8Q+H6pPccHlPyHgDD7zIhnGmRIzdhnzLv2Bh8eq+jQCRD4lw7abcRhFbuissLpT1"
      + "5c+QM1Of2ugHTab6aPGpQKE4/o+Zq/MKpOBRKz6D3uZDDq6lbNQqMtN5EFk1b0em1RY5EU4BwB7L0xgscaEC"
      + "AwEAATANBgkqhkiG9w0BAQsFAAOBgQBscBLJw9+Nfgp+jRnnhlFO1aAoP8TOFUSHpmOSHa9ENs7+dNYBE58I"
      + "9rgHmj1wG1Mf9mO6zXN2NADzK8FpIZVJU45cIl7BtuFu/yNcd//+YiMhQINvMqHQWqLSvoFuAZ8Noz0dvczU"
      + "eNQU942EeR/ANBcbAxtfIL9DTbDblnStMA==")

  private func certificate() throws -> SecCertificate {
    let bytes = try #require(der)
    return try #require(SecCertificateCreateWithData(nil, bytes as CFData))
  }

  private typealias Place = (
    SecCertificate, UnsafeMutablePointer<UnsafePointer<CSSM_X509_NAME>?>
  ) -> OSStatus

  private func name(
    _ function: Place, of certificate: SecCertificate
  ) throws -> UnsafePointer<CSSM_X509_NAME> {
    var name: UnsafePointer<CSSM_X509_NAME>?
    #expect(function(certificate, &name) == errSecSuccess)
    return try #require(name)
  }

  private func algorithm(
    _ certificate: SecCertificate
  ) throws -> UnsafePointer<CSSM_X509_ALGORITHM_IDENTIFIER> {
    var algorithm: UnsafePointer<CSSM_X509_ALGORITHM_IDENTIFIER>?
    #expect(SecCertificateGetAlgorithmID(certificate, &algorithm) == errSecSuccess)
    return try #require(algorithm)
  }

  private func bytes(_ data: CSSM_DATA) -> [UInt8] {
    Array(UnsafeBufferPointer(start: data.Data, count: data.Length))
  }

  /// Returns the relative distinguished names of a name. Each attribute is a text that consists of the object
  /// identifier, the string type and the value.
  private func sets(_ name: UnsafePointer<CSSM_X509_NAME>) -> [[String]] {
    let sets = UnsafeBufferPointer(
      start: name.pointee.RelativeDistinguishedName, count: Int(name.pointee.numberOfRDNs))
    return sets.map { set in
      UnsafeBufferPointer(start: set.AttributeTypeAndValue, count: Int(set.numberOfPairs)).map {
        "\(bytes($0.type)) \($0.valueType) \(String(decoding: bytes($0.value), as: UTF8.self))"
      }
    }
  }

  private func type(_ certificate: SecCertificate) -> CSSM_CERT_TYPE {
    var type = CSSM_CERT_UNKNOWN
    #expect(SecCertificateGetType(certificate, &type) == errSecSuccess)
    return type
  }

  /// Returns the result of `SecCertificateCreateFromData`: the status and the certificate.
  private func make(
    _ bytes: [UInt8], _ type: CSSM_CERT_TYPE = CSSM_CERT_X_509v3,
    _ encoding: CSSM_CERT_ENCODING = CSSM_CERT_ENCODING_DER
  ) -> (status: OSStatus, certificate: SecCertificate?) {
    var bytes = bytes
    var certificate: SecCertificate?
    let status = bytes.withUnsafeMutableBufferPointer { buffer in
      var data = CSSM_DATA(Length: buffer.count, Data: buffer.baseAddress)
      return SecCertificateCreateFromData(&data, type, encoding, &certificate)
    }
    return (status, certificate)
  }

  @Test func everyTypeOfX509AndBothEncodingsMakeACertificate() throws {
    let der = Array(try #require(der))
    for type in [CSSM_CERT_X_509v1, CSSM_CERT_X_509v2, CSSM_CERT_X_509v3] {
      for encoding in [CSSM_CERT_ENCODING_BER, CSSM_CERT_ENCODING_DER] {
        let (status, made) = make(der + [0], type, encoding)
        #expect(status == errSecSuccess)
        #expect(made == (try certificate()))
      }
    }
  }

  @Test func otherTypesAndEncodingsAreRefused() throws {
    let der = Array(try #require(der))
    for type in [CSSM_CERT_UNKNOWN, 4, 0x8000, .max] {
      let (status, made) = make(der, type)
      #expect(status == errSecParam)
      #expect(made == nil)
    }
    for encoding in [CSSM_CERT_ENCODING_UNKNOWN, CSSM_CERT_ENCODING_CUSTOM, 4, .max] {
      let (status, made) = make(der, CSSM_CERT_X_509v1, encoding)
      #expect(status == errSecParam)
      #expect(made == nil)
    }
  }

  @Test func bytesThatAreNoCertificateAreOfNoKnownFormat() throws {
    let der = Array(try #require(der))
    for bytes in [Array(der.dropLast()), Array("no certificate".utf8), [0x30, 0x80, 0, 0]] {
      let (status, made) = make(bytes)
      #expect(status == errSecUnknownFormat)
      #expect(made == nil)
    }
  }

  @Test func noBytesAreRefused() throws {
    var byte: UInt8 = 0x30
    // A C caller's length that is too large for a signed number arrives as a negative number.
    for length in [0, -1, Int.min] {
      var made: SecCertificate?
      let status = withUnsafeMutablePointer(to: &byte) { start in
        var data = CSSM_DATA(Length: length, Data: start)
        return SecCertificateCreateFromData(
          &data, CSSM_CERT_X_509v3, CSSM_CERT_ENCODING_DER, &made)
      }
      #expect(status == errSecParam)
      #expect(made == nil)
    }
    var nothing = CSSM_DATA()
    nothing.Length = 5
    var made: SecCertificate? = try certificate()
    #expect(
      SecCertificateCreateFromData(&nothing, CSSM_CERT_X_509v3, CSSM_CERT_ENCODING_DER, &made)
        == errSecParam)
    #expect(made != nil)
  }

  @Test func theBytesComeBackWithoutWhatFollowedThem() throws {
    let der = Array(try #require(der))
    let made = try #require(make(der + [1, 2, 3]).certificate)
    var data = CSSM_DATA()
    #expect(SecCertificateGetData(made, &data) == errSecSuccess)
    #expect(bytes(data) == der)
  }

  @Test func namesHaveTheirSetsInTheOrderInWhichTheyAreWritten() throws {
    let certificate = try certificate()
    let expected = [
      ["[85, 4, 6] 19 DE"],
      ["[85, 4, 11] 12 one", "[85, 4, 10] 12 Example", "[85, 4, 3] 12 Anna Example"],
      ["[85, 4, 3] 12 last"],
    ]
    #expect(sets(try name(SecCertificateGetSubject, of: certificate)) == expected)
    #expect(sets(try name(SecCertificateGetIssuer, of: certificate)) == expected)
  }

  /// `SecCertificateGetSubject` and `SecCertificateGetIssuer` return names as encoded. Only normalized names have
  /// PrintableStrings in upper case.
  @Test func namesAreNotNormalized() throws {
    let made = try SecCertificate.made("x", issuer: "Authority") {
      $0.subject = [.printable(10, " a  b "), .commonName("")]
    }
    let subject = try name(SecCertificateGetSubject, of: made)
    #expect(sets(subject) == [["[85, 4, 10] 19  a  b "], ["[85, 4, 3] 12 "]])
    #expect(
      subject.pointee.RelativeDistinguishedName?[1].AttributeTypeAndValue?.pointee.value.Data == nil
    )
    #expect(sets(try name(SecCertificateGetIssuer, of: made)) == [["[85, 4, 3] 12 Authority"]])
  }

  @Test func anEmptySubjectHasNoSets() throws {
    let made = try SecCertificate.made("x", issuer: "Authority") { $0.subject = [] }
    let subject = try name(SecCertificateGetSubject, of: made)
    #expect(subject.pointee.numberOfRDNs == 0)
    #expect(subject.pointee.RelativeDistinguishedName == nil)
  }

  @Test func theTypeIsTheVersion() throws {
    #expect(type(try certificate()) == CSSM_CERT_X_509v1)
    let third = try SecCertificate.made("x")
    #expect(type(third) == CSSM_CERT_X_509v3)
    // Changes the version number from 2 (version 3) to 1 (version 2). `SecCertificateCreateFromData` does not verify
    // the signature.
    var bytes = Array(third.data)
    let version = try #require(bytes.firstRange(of: [0xA0, 3, 2, 1, 2]))
    bytes[version.upperBound - 1] = 1
    #expect(type(try #require(make(bytes).certificate)) == CSSM_CERT_X_509v2)
  }

  @Test func theAlgorithmIsThatOfTheSignature() throws {
    let certificate = try certificate()
    // The signature algorithm is sha256WithRSAEncryption, which has NULL parameters.
    let found = try algorithm(certificate).pointee
    #expect(bytes(found.algorithm) == [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 11])
    #expect(bytes(found.parameters) == [5, 0])
    // The signature algorithm ecdsa-with-SHA256 has no parameters. The algorithm of the public key has parameters.
    let made = try SecCertificate.made("x")
    let other = try algorithm(made).pointee
    #expect(bytes(other.algorithm) == [0x2A, 0x86, 0x48, 0xCE, 0x3D, 4, 3, 2])
    #expect(other.parameters.Length == 0)
    #expect(other.parameters.Data == nil)
  }

  @Test func aSecondCallPointsAtTheSamePlaces() throws {
    let certificate = try certificate()
    let subject = try name(SecCertificateGetSubject, of: certificate)
    let issuer = try name(SecCertificateGetIssuer, of: certificate)
    let algorithm = try algorithm(certificate)
    var first = CSSM_DATA()
    var second = CSSM_DATA()
    SecCertificateGetData(certificate, &first)
    SecCertificateGetData(certificate, &second)
    #expect(first.Data == second.Data)
    #expect(first.Length == second.Length)
    #expect(try name(SecCertificateGetSubject, of: certificate) == subject)
    #expect(try name(SecCertificateGetIssuer, of: certificate) == issuer)
    #expect(try self.algorithm(certificate) == algorithm)
    withExtendedLifetime(certificate) {}
  }

  @Test func allThreadsFindTheSamePlace() throws {
    let certificate = try certificate()
    let places = Places()
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      var subject: UnsafePointer<CSSM_X509_NAME>?
      SecCertificateGetSubject(certificate, &subject)
      places.insert(UInt(bitPattern: subject))
    }
    #expect(places.all.count == 1)
    #expect(!places.all.contains(0))
  }

  @Test func thereIsNoCertificateLibrary() throws {
    var handle: CSSM_CL_HANDLE = 7
    #expect(SecCertificateGetCLHandle(try certificate(), &handle) == errSecUnimplemented)
    #expect(handle == 7)
  }

  /// The set of addresses that threads received.
  ///
  /// `@unchecked Sendable` is correct because the set is used only while the lock is held.
  private final class Places: @unchecked Sendable {
    private let lock = NSLock()
    private var places: Set<UInt> = []

    var all: Set<UInt> { lock.withLock { places } }

    func insert(_ place: UInt) { lock.withLock { _ = places.insert(place) } }
  }
}
