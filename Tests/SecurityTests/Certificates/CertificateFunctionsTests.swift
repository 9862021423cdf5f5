import Foundation
import Security
import Testing

/// Tests the certificate functions with a certificate and a private key from `openssl req -x509`.
@Suite struct CertificateFunctionsTests {
  private let der = Data(
    base64Encoded:
      "MIIBwTCCAWegAwIBAgIEAPHi0zAKBggqhkjOPQQDAjApMRAwDgYDVQQKDAdFeGFtcGxlMRUwEwYDVQQD"
      + "DAxBbm5hIEV4YW1wbGUwHhcNMjYxMTIxMTIzMDQzWhcNMzYxMTE4MTIzMDQzWjApMRAwDgYDVQQKDAdF"
      + "eGFtcGxlMRUwEwYDVQQDDAxBbm5hIEV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQH00Lj"
      + "W+GqrtiYzgoxU9HZXs2WoQfDK9XXSSD/VkP4EaJfeJFN2SNI4CuFce4iOMYy4gnx/OdNNTH29mqFyvWG"
      + "o30wezAdBgNVHQ4EFgQUHDqEABgTJeUJTHiHg1lP++mDuSkwHwYDVR0jBBgwFoAUHDqEABgTJeUJTHiH"
      + "g1lP++mDuSkwDwYDVR0TAQH/BAUwAwEB/zAoBgNVHREEITAfgRBhbm5hQGV4YW1wbGUub3JnggtleGFt"
      + "cGxlLm9yZzAKBggqhkjOPQQDAgNIADBFAiBL2GEh4g/Wkj/tCIdoem7tKXdTf9KVHLWecio+DaB3AgIh"
      + "AIy6JcaVfn1NPE3x3j3mTb7IXLUhHJE6BAHfxX+ZwwwV")
  private let keyData = Data(
    base64Encoded:
      "BAfTQuNb4aqu2JjOCjFT0dlezZahB8Mr1ddJIP9WQ/gRol94kU3ZI0jgK4Vx7iI4xjLiCfH85001Mfb2"
      + "aoXK9YZ9LmWkR62nvnJThzM2RZCptcO7FHZv7ARFgTdsTDUT7g==")

  private func certificate() throws -> SecCertificate {
    let bytes = try #require(der)
    return try #require(SecCertificateCreateWithData(nil, bytes as CFData))
  }

  private func key(_ data: Data?) throws -> SecKey {
    let attributes =
      [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: kSecAttrKeyClassPrivate]
      as CFDictionary
    let bytes = try #require(data)
    return try #require(SecKeyCreateWithData(bytes as CFData, attributes, nil))
  }

  @Test func theBytesComeBack() throws {
    let certificate = try certificate()
    #expect(SecCertificateCopyData(certificate) as Data == der)
    let longer = SecCertificateCreateWithData(nil, (try #require(der) + Data([0])) as CFData)
    #expect(CFEqual(longer, certificate))
    #expect(CFHash(longer) == CFHash(certificate))
    #expect(SecCertificateCreateWithData(nil, Data("no certificate".utf8) as CFData) == nil)
    #expect(SecCertificateCreateWithData(nil, Data() as CFData) == nil)
  }

  @Test func namesAndNumbersAreRead() throws {
    let certificate = try certificate()
    #expect(SecCertificateCopySubjectSummary(certificate) as String? == "Anna Example")
    var name: CFString?
    #expect(SecCertificateCopyCommonName(certificate, &name) == errSecSuccess)
    #expect(name as String? == "Anna Example")
    var addresses: CFArray?
    #expect(SecCertificateCopyEmailAddresses(certificate, &addresses) == errSecSuccess)
    #expect(addresses as? [String] == ["anna@example.org"])
    let number = SecCertificateCopySerialNumberData(certificate, nil)
    #expect(number as Data? == Data([0x00, 0xF1, 0xE2, 0xD3]))
    let before = SecCertificateCopyNotValidBeforeDate(certificate)
    #expect(before?.timeIntervalSinceReferenceDate == 816957043)
    let after = SecCertificateCopyNotValidAfterDate(certificate)
    #expect(after?.timeIntervalSinceReferenceDate == 1132317043)
    #expect(
      SecCertificateCopyNormalizedSubjectSequence(certificate)
        == SecCertificateCopyNormalizedIssuerSequence(certificate))
  }

  @Test func theKeyOfTheCertificateIsThatOfItsPrivateKey() throws {
    let certificate = try certificate()
    let privateKey = try key(keyData)
    let publicKey = try #require(SecCertificateCopyKey(certificate))
    #expect(CFEqual(publicKey, SecKeyCopyPublicKey(privateKey)))
    var older: SecKey?
    #expect(SecCertificateCopyPublicKey(certificate, &older) == errSecSuccess)
    #expect(CFEqual(older, publicKey))
  }

  @Test func anIdentityIsACertificateWithItsOwnKey() throws {
    let certificate = try certificate()
    let privateKey = try key(keyData)
    let identity = try #require(SecIdentityCreate(nil, certificate, privateKey))
    var foundCertificate: SecCertificate?
    #expect(SecIdentityCopyCertificate(identity, &foundCertificate) == errSecSuccess)
    #expect(foundCertificate === certificate)
    var foundKey: SecKey?
    #expect(SecIdentityCopyPrivateKey(identity, &foundKey) == errSecSuccess)
    #expect(foundKey === privateKey)
    #expect(CFEqual(identity, SecIdentityCreate(nil, certificate, privateKey)))

    let parameters =
      [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256] as CFDictionary
    let other = try #require(SecKeyCreateRandomKey(parameters, nil))
    #expect(SecIdentityCreate(nil, certificate, other) == nil)
    let publicKey = try #require(SecKeyCopyPublicKey(privateKey))
    #expect(SecIdentityCreate(nil, certificate, publicKey) == nil)
  }

  @Test func everyTypeHasANumberOfItsOwn() throws {
    let certificate = try certificate()
    let privateKey = try key(keyData)
    let identity = try #require(SecIdentityCreate(nil, certificate, privateKey))
    #expect(CFGetTypeID(certificate) == SecCertificateGetTypeID())
    #expect(CFGetTypeID(privateKey) == SecKeyGetTypeID())
    #expect(CFGetTypeID(identity) == SecIdentityGetTypeID())
    #expect(Set([SecCertificateGetTypeID(), SecKeyGetTypeID(), SecIdentityGetTypeID()]).count == 3)
  }
}
