import Foundation
import Security
import TestSupport
import Testing

/// Tests revocation checks by the public functions. `PublicKeysTests` tests the statuses in responses.
@Suite("Revocation in trust") struct TrustRevocationTests {
  private let lab: RevocationLab
  private let trust: SecTrust

  init() throws {
    let lab = try RevocationLab()
    self.lab = lab
    let certificates = try [RevocationLab.Signer.leaf, .authority].map { signer in
      try #require(
        SecCertificateCreateWithData(nil, NSData(data: Data(try lab.certificate(signer)))))
    }
    var made: SecTrust?
    #expect(
      SecTrustCreateWithCertificates(certificates[0], SecPolicyCreateBasicX509(), &made)
        == errSecSuccess)
    trust = try #require(made)
    #expect(
      SecTrustSetAnchorCertificates(trust, [certificates[1]] as NSArray) == errSecSuccess)
    #expect(SecTrustSetVerifyDate(trust, Date(timeIntervalSinceNow: 60) as NSDate) == errSecSuccess)
  }

  private func require(_ flags: CFOptionFlags) throws {
    let policy = try #require(
      SecPolicyCreateRevocation(flags | kSecRevocationNetworkAccessDisabled))
    #expect(
      SecTrustSetPolicies(trust, [SecPolicyCreateBasicX509(), policy] as NSArray) == errSecSuccess)
  }

  private func code() -> OSStatus {
    var error: CFError?
    return SecTrustEvaluateWithError(trust, &error) ? 0 : OSStatus(error?.code ?? -1)
  }

  private func result<Value>(_ key: CFString) -> Value? {
    (SecTrustCopyResult(trust) as NSDictionary?)?.object(forKey: key) as? Value
  }

  @Test(
    "A missing response that is required makes the check incomplete, and a given response completes the check"
  )
  func required() throws {
    #expect(code() == 0)
    #expect(result(kSecTrustRevocationChecked) == Bool?.none)
    try require(kSecRevocationUseAnyAvailableMethod | kSecRevocationRequirePositiveResponse)
    #expect(code() == errSecIncompleteCertRevocationCheck)
    #expect(result(kSecTrustRevocationChecked) == false)
    let answer = NSData(data: Data(try lab.answer(of: .leaf, issuer: .authority)))
    #expect(SecTrustSetOCSPResponse(trust, answer) == errSecSuccess)
    #expect(code() == 0)
    #expect(result(kSecTrustRevocationChecked) == true)
    let end: Date? = result(kSecTrustRevocationValidUntilDate)
    #expect(abs((end?.timeIntervalSinceNow ?? 0) - 7 * 86_400) < 300)
    #expect(SecTrustSetOCSPResponse(trust, nil) == errSecSuccess)
    #expect(code() == errSecIncompleteCertRevocationCheck)
  }

  @Test(
    "A revoked certificate is a fatal failure, and the result contains the reason", arguments: [true, false])
  func revoked(byList: Bool) throws {
    let part =
      byList
      ? try lab.list(of: .authority, revoking: 3)
      : try lab.answer(of: .leaf, issuer: .authority, isRevoked: true)
    #expect(SecTrustSetOCSPResponse(trust, [Data([1]), Data(part)] as NSArray) == errSecSuccess)
    #expect(code() == errSecCertificateRevoked)
    var type = SecTrustResultType.invalid
    #expect(SecTrustGetTrustResult(trust, &type) == errSecSuccess)
    #expect(type == .fatalTrustFailure)
    #expect(result(kSecTrustRevocationReason) == 1)
    #expect(result(kSecTrustResultValue) == SecTrustResultType.fatalTrustFailure.rawValue)
    let details: [[String: Bool]]? = result(kSecTrustResultDetails)
    #expect(details == [["Revocation": false], [:]])
    let date: Date? = result(kSecTrustEvaluationDate)
    #expect(abs(date?.timeIntervalSinceNow ?? 1000) < 60)
    let texts = SecTrustCopyProperties(trust) as? [[String: String]]
    #expect(texts == [["type": "error", "value": "This certificate is revoked."]])
    // Exceptions cannot allow a revoked certificate.
    let exceptions = try #require(SecTrustCopyExceptions(trust))
    #expect(SecTrustSetExceptions(trust, exceptions))
    #expect(code() == errSecCertificateRevoked)
  }

  @Test("Other objects are rejected as responses, and timestamps of certificates give -4") func parameters() throws {
    #expect(SecTrustSetOCSPResponse(trust, NSString(string: "answer")) == errSecParam)
    #expect(SecTrustSetOCSPResponse(trust, [NSNumber(value: 1)] as NSArray) == errSecParam)
    #expect(SecTrustSetOCSPResponse(trust, NSArray()) == errSecSuccess)
    #expect(
      SecTrustSetSignedCertificateTimestamps(trust, [Data([1])] as NSArray) == errSecUnimplemented)
    #expect(SecTrustSetSignedCertificateTimestamps(trust, nil) == errSecSuccess)
    #expect(code() == 0)
  }
}
