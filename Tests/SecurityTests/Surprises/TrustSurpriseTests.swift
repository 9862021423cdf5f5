import Foundation
import Security
import Testing

/// Tests surprising behaviour of trust (specification: keys-and-certificates 9.3). `TrustFunctionsTests` tests K22 to
/// K25, and `PKCS12ImportTests` tests K28 and K29.
@Suite("Surprises: trust") struct TrustSurpriseTests {
  private func trust(
    _ policy: SecPolicy, anchors: [SecCertificate], years: Double = 0
  ) throws -> SecTrust {
    let server = try TestCertificates.server()
    var made: SecTrust?
    #expect(SecTrustCreateWithCertificates(server, policy, &made) == errSecSuccess)
    let trust = try #require(made)
    let start = try #require(SecCertificateCopyNotValidBeforeDate(server))
    #expect(
      SecTrustSetVerifyDate(trust, start.addingTimeInterval(years * 366 * 86_400) as CFDate)
        == errSecSuccess)
    #expect(SecTrustSetAnchorCertificates(trust, anchors as CFArray) == errSecSuccess)
    return trust
  }

  @Test("The error of an evaluation is a CFError, and the error of a key function is unmanaged") func k26_errors()
    throws
  {
    let trust = try trust(SecPolicyCreateBasicX509(), anchors: [])
    var error: CFError?
    #expect(!SecTrustEvaluateWithError(trust, &error))
    #expect(error?.code == Int(errSecCreateChainFailed))
    var unmanaged: Unmanaged<CFError>?
    let size: NSDictionary = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 7]
    #expect(SecKeyCreateRandomKey(size, &unmanaged) == nil)
    #expect(unmanaged?.takeRetainedValue().code == Int(errSecParam))
  }

  @Test("An evaluation reports the most severe failure, not the first failure") func k27_severity() throws {
    func code(_ trust: SecTrust) -> Int? {
      var error: CFError?
      return SecTrustEvaluateWithError(trust, &error) ? nil : error?.code
    }
    let root = try TestCertificates.root()
    let right = SecPolicyCreateSSL(true, "www.example.org" as CFString)
    let wrong = SecPolicyCreateSSL(true, "example.com" as CFString)
    #expect(try code(trust(right, anchors: [root])) == nil)
    #expect(try code(trust(right, anchors: [root], years: 4)) == Int(errSecCertificateExpired))
    #expect(try code(trust(wrong, anchors: [root], years: 4)) == Int(errSecHostNameMismatch))
    #expect(try code(trust(wrong, anchors: [], years: 4)) == Int(errSecCreateChainFailed))
  }
}
