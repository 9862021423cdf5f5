import Foundation
import Security
import Testing

/// Compares the properties of a certificate with the output of `openssl x509 -text`. openssl created the
/// certificate, with an RSA key and all kinds of extensions.
@Suite struct CertificateValuesTests {
  private let der = Data(
    base64Encoded:
      "MIID5TCCA06gAwIBAgIEAPHi0zANBgkqhkiG9w0BAQsFADBzMQswCQYDVQQGEwJERTEQMA4GA1UECgwHRX"
      + "hhbXBsZTEMMAoGA1UECwwDb25lMQwwCgYDVQQLDAN0d28xFTATBgNVBAMMDEFubmEgRXhhbXBsZTEfMB0G"
      + "CSqGSIb3DQEJARYQYW5uYUBleGFtcGxlLm9yZzAeFw0yNjExMjIxMDQ0NDRaFw0zNjExMTkxMDQ0NDRaMH"
      + "MxCzAJBgNVBAYTAkRFMRAwDgYDVQQKDAdFeGFtcGxlMQwwCgYDVQQLDANvbmUxDDAKBgNVBAsMA3R3bzEV"
      + "MBMGA1UEAwwMQW5uYSBFeGFtcGxlMR8wHQYJKoZIhvcNAQkBFhBhbm5hQGV4YW1wbGUub3JnMIGfMA0GCS"
      + "qGSIb3DQEBAQUAA4GNADCBiQKBgQCwtlAJcpGFk+OszVEDpHI+Pb+oWC+mzc7BgiCwZ5kddmSfCUVprIEC"
      + "akM6rga11uaYZL8/BUPcozJGFrHEpm6MYJeEqaOj5BfF8EPxIIM5Dh4cWHsiYpECaXh7YtwJHi3ICOYRJ/"
      + "ayIhD2LzEjlKWw/6e2c0ZTT2LquW9bcRCJjwIDAQABo4IBhDCCAYAwEgYDVR0TAQH/BAgwBgEB/wIBAzAP"
      + "BgNVHQ8BAf8EBQMDB4iAMCIGA1UdJQQbMBkGCCsGAQUFBwMBBggrBgEFBQcDAgYDKgMEMHQGA1UdEQRtMG"
      + "uCC2V4YW1wbGUub3JngRBhbm5hQGV4YW1wbGUub3JnhhVodHRwczovL2V4YW1wbGUub3JnL2GHBMAAAgeH"
      + "ECABDbgAAAAAAAAAAAAAAAGkFjAUMRIwEAYDVQQDDAlEaXJlY3RvcnmIAyoDBDAdBgNVHQ4EFgQUlSJoOI"
      + "Po38bwXGzvzOL/AX1k/QIwgYkGA1UdIwSBgTB/oXekdTBzMQswCQYDVQQGEwJERTEQMA4GA1UECgwHRXhh"
      + "bXBsZTEMMAoGA1UECwwDb25lMQwwCgYDVQQLDAN0d28xFTATBgNVBAMMDEFubmEgRXhhbXBsZTEfMB0GCS"
      + "qGSIb3DQEJARYQYW5uYUBleGFtcGxlLm9yZ4IEAPHi0zAUBglghkgBhvhCAQ0EBxYFaGVsbG8wDQYJKoZI"
      + "hvcNAQELBQADgYEAmBDNwpDf/6NskVwlUUfpkQygQdDmnl03laTFeT/vbl6em4d8BWndH9kbrXEp/Qd1e2"
      + "s0raHMX8LFNVYHZpuRgNLaHKJgm0V5mHgd6+ZNuUaqwQVZnKsBP/gGxcUF3qVoXSt4d6WBvOoQlLgFElsF"
      + "taP1/LQxUV745nftYo800/M=")

  private func certificate() throws -> SecCertificate {
    let bytes = try #require(der)
    return try #require(SecCertificateCreateWithData(nil, bytes as CFData))
  }

  private func values() throws -> NSDictionary {
    try #require(SecCertificateCopyValues(try certificate(), nil, nil))
  }

  /// Returns the value of a property. Checks the type and the labels of the property.
  private func value(
    _ identifier: CFString, _ type: CFString, _ label: String, in values: NSDictionary
  ) throws -> Any {
    let property = try #require(values[identifier] as? NSDictionary)
    #expect(property[kSecPropertyKeyType] as? String == type as String)
    #expect(property[kSecPropertyKeyLabel] as? String == label)
    #expect(property[kSecPropertyKeyLocalizedLabel] as? String == label)
    #expect(property.count == 4)
    return try #require(property[kSecPropertyKeyValue])
  }

  /// Converts each property of a section to a line of label, type and text.
  private func lines(_ section: Any) throws -> [String] {
    let properties = try #require(section as? [NSDictionary])
    return try properties.map { property in
      let label = try #require(property[kSecPropertyKeyLabel] as? String)
      let type = try #require(property[kSecPropertyKeyType] as? String)
      let value = try #require(property[kSecPropertyKeyValue])
      let text: String =
        switch value {
        case let text as String: text
        case let data as Data: data.map { String(format: "%02X", $0) }.joined()
        default: try lines(value).joined(separator: ", ")
        }
      return "\(label) \(type) \(text)"
    }
  }

  private let name = [
    "2.5.4.6 string DE", "2.5.4.10 string Example", "2.5.4.11 string one", "2.5.4.11 string two",
    "2.5.4.3 string Anna Example", "1.2.840.113549.1.9.1 string anna@example.org",
  ]

  @Test func fields() throws {
    let values = try values()
    let version = try value(kSecOIDX509V1Version, kSecPropertyTypeString, "Version", in: values)
    #expect(version as? String == "3")
    let number = try value(
      kSecOIDX509V1SerialNumber, kSecPropertyTypeString, "Serial Number", in: values)
    #expect(number as? String == "00 F1 E2 D3")
    let subject = try value(
      kSecOIDX509V1SubjectName, kSecPropertyTypeSection, "Subject Name", in: values)
    #expect(try lines(subject) == name)
    let issuer = try value(
      kSecOIDX509V1IssuerName, kSecPropertyTypeSection, "Issuer Name", in: values)
    #expect(try lines(issuer) == name)
    let signing = try value(
      kSecOIDX509V1SignatureAlgorithm, kSecPropertyTypeSection, "Signature Algorithm", in: values)
    #expect(
      try lines(signing) == ["Algorithm string 1.2.840.113549.1.1.11", "Parameters string none"])
    let algorithm = try value(
      kSecOIDX509V1SubjectPublicKeyAlgorithm, kSecPropertyTypeSection, "Public Key Algorithm",
      in: values)
    #expect(
      try lines(algorithm) == ["Algorithm string 1.2.840.113549.1.1.1", "Parameters string none"])
    let key = try value(
      kSecOIDX509V1SubjectPublicKey, kSecPropertyTypeData, "Public Key Data", in: values)
    let publicKey = try #require(SecCertificateCopyKey(try certificate()))
    #expect(key as? Data == SecKeyCopyExternalRepresentation(publicKey, nil) as Data?)
    let signature = try value(
      kSecOIDX509V1Signature, kSecPropertyTypeData, "Signature", in: values)
    #expect(signature as? Data == der?.suffix(128))
  }

  /// Clients of `SecCertificateCopyValues` expect dates as seconds since 2001.
  @Test func timesAreNumbers() throws {
    let values = try values()
    let before = try value(
      kSecOIDX509V1ValidityNotBefore, kSecPropertyTypeNumber, "Not Valid Before", in: values)
    #expect((before as? NSNumber)?.doubleValue == 817_037_084)
    let after = try value(
      kSecOIDX509V1ValidityNotAfter, kSecPropertyTypeNumber, "Not Valid After", in: values)
    #expect(after as? CFAbsoluteTime == 1_132_397_084)
    let date = SecCertificateCopyNotValidAfterDate(try certificate())
    #expect(date?.timeIntervalSinceReferenceDate == after as? Double)
  }

  @Test func extensions() throws {
    let values = try values()
    let usage = try value(kSecOIDKeyUsage, kSecPropertyTypeNumber, "Key Usage", in: values)
    // The expected usages are digitalSignature, keyAgreement and decipherOnly.
    #expect(usage as? Int == 1 << 0 | 1 << 4 | 1 << 8)
    let purposes = try value(
      kSecOIDExtendedKeyUsage, kSecPropertyTypeArray, "Extended Key Usage", in: values)
    #expect(
      purposes as? [String] == [
        kSecOIDServerAuth as String, kSecOIDClientAuth as String, "1.2.3.4",
      ])
    let constraints = try value(
      kSecOIDBasicConstraints, kSecPropertyTypeSection, "Basic Constraints", in: values)
    #expect(
      try lines(constraints) == [
        "Critical string Yes", "Certificate Authority string Yes",
        "Path Length Constraint string 3",
      ])
    let names = try value(
      kSecOIDSubjectAltName, kSecPropertyTypeSection, "Subject Alternative Name", in: values)
    #expect(
      try lines(names) == [
        "Critical string No", "DNS Name string example.org",
        "Email Address string anna@example.org", "URI string https://example.org/a",
        "IP Address string 192.0.2.7", "IP Address string 2001:db8::1",
        "Directory Name section 2.5.4.3 string Directory", "Registered ID string 1.2.3.4",
      ])
    let own = try value(
      kSecOIDSubjectKeyIdentifier, kSecPropertyTypeSection, "Subject Key Identifier", in: values)
    #expect(
      try lines(own) == [
        "Critical string No", "Key Identifier data 9522683883E8DFC6F05C6CEFCCE2FF017D64FD02",
      ])
    let authority = try value(
      kSecOIDAuthorityKeyIdentifier, kSecPropertyTypeSection, "Authority Key Identifier",
      in: values)
    #expect(
      try lines(authority) == [
        "Critical string No", "Directory Name section \(name.joined(separator: ", "))",
        "Serial Number data 00F1E2D3",
      ])
    // The object identifier 2.16.840.1.113730.1.13 identifies the Netscape comment. The value of the extension is an
    // IA5String.
    let comment = try value(
      "2.16.840.1.113730.1.13", kSecPropertyTypeSection, "2.16.840.1.113730.1.13", in: values)
    #expect(try lines(comment) == ["Critical string No", "Data data 160568656C6C6F"])
  }

  @Test func attributesOfTheSubject() throws {
    let values = try values()
    func texts(_ identifier: CFString) throws -> [String]? {
      try value(identifier, kSecPropertyTypeArray, identifier as String, in: values) as? [String]
    }
    #expect(try texts(kSecOIDCommonName) == ["Anna Example"])
    #expect(try texts(kSecOIDOrganizationalUnitName) == ["one", "two"])
    #expect(try texts(kSecOIDEmailAddress) == ["anna@example.org"])
    // The result has ten fields, seven extensions, five attributes of the subject, and nothing else.
    #expect(values.count == 22)
  }

  @Test func onlyWhatIsAskedForIsReturned() throws {
    let certificate = try certificate()
    let keys: NSArray = [kSecOIDKeyUsage, kSecOIDNameConstraints, "no identifier"]
    let some = SecCertificateCopyValues(certificate, keys, nil)
    #expect(some?.allKeys as? [String] == [kSecOIDKeyUsage as String])
    #expect(SecCertificateCopyValues(certificate, [], nil)?.count == 0)
    var error: Unmanaged<CFError>?
    #expect(SecCertificateCopyValues(certificate, [NSNumber(value: 1)], &error) == nil)
    #expect(error?.takeRetainedValue().code == Int(errSecParam))
    #expect(SecCertificateCopyValues(certificate, [NSNull()], nil) == nil)
  }

  @Test func descriptions() throws {
    let certificate = try certificate()
    var error: Unmanaged<CFError>?
    let long = try #require(SecCertificateCopyLongDescription(nil, certificate, &error) as String?)
    for line in [
      "Serial Number: 15852243 (0xf1e2d3)", "Digital Signature, Key Agreement, Decipher Only",
      "Not After : Nov 19 10:44:44 2036 GMT", "DNS:example.org",
    ] {
      #expect(long.contains(line))
    }
    #expect(SecCertificateCopyShortDescription(nil, certificate, &error) == "Anna Example")
    #expect(error == nil)
    let nameless = try SecCertificate.made("x") { $0.subject = [] }
    #expect(SecCertificateCopyShortDescription(nil, nameless, nil) == nil)
    #expect(SecCertificateCopyShortDescription(nil, nameless, &error) == nil)
    #expect(error?.takeRetainedValue().code == Int(errSecInternal))
  }

  @Test func normalizedNames() throws {
    let certificate = try certificate()
    let content = try #require(
      SecCertificateCopyNormalizedSubjectContent(certificate, nil) as Data?)
    let sequence = SecCertificateCopyNormalizedSubjectSequence(certificate) as Data?
    // The name is a SEQUENCE of 115 bytes. openssl shows the header of the name as `30 73`.
    #expect(content.count == 0x73)
    #expect(Data([0x30, 0x73]) + content == sequence)
    #expect(SecCertificateCopyNormalizedIssuerContent(certificate, nil) as Data? == content)
  }
}
