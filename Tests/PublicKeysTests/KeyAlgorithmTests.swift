import Testing

@testable import AsymmetricKeys

@Suite struct KeyAlgorithmTests {
  @Test func thereAre87Names() {
    #expect(KeyAlgorithm.byRawValue.count == 87)
  }

  @Test(arguments: [
    "", "algid:sign:RSA", "algid:sign:RSA:digest-PSS:SHA224:SHA224:28",
    "algid:sign:RSA:digest-PKCS1v15:MD5", "algid:encrypt:ECIES:ECDH:KDFX963:SHA1:AESGCM-KDFIV",
    "algid:sign:rsa:raw", "algid:sign:RSA:raw ",
  ])
  func otherNamesAreNone(name: String) {
    #expect(KeyAlgorithm(rawValue: name) == nil)
  }
}
