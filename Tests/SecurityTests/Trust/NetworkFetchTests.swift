import Foundation
import Security
import TestSupport
import Testing

/// Tests that the public functions fetch issuers from a server. `PublicKeysTests` tests which certificates are fetched.
@Suite struct NetworkFetchTests {
  private let lab: RevocationLab
  private let server: AnswerServer
  private let trust: SecTrust

  init() throws {
    let server = try AnswerServer()
    let lab = try RevocationLab(address: server.address)
    let (leaf, root) = try (Self.certificate(.leaf, lab), Self.certificate(.root, lab))
    var made: SecTrust?
    SecTrustCreateWithCertificates(leaf, SecPolicyCreateSSL(true, "www.example.org"), &made)
    trust = try #require(made)
    SecTrustSetAnchorCertificates(trust, [root] as NSArray)
    SecTrustSetVerifyDate(trust, Date(timeIntervalSinceNow: 60) as NSDate)
    self.server = server
    self.lab = lab
  }

  private static func certificate(
    _ signer: RevocationLab.Signer, _ lab: RevocationLab
  ) throws -> SecCertificate {
    try #require(SecCertificateCreateWithData(nil, NSData(data: Data(try lab.certificate(signer)))))
  }

  private func serve() throws {
    server.answer(
      "/authority", .content(try lab.certificate(.authority), type: "application/pkix-cert"))
  }

  private func code() -> OSStatus {
    var error: CFError?
    return SecTrustEvaluateWithError(trust, &error) ? 0 : OSStatus(error?.code ?? -1)
  }

  private func isAllowed() -> Bool {
    var isAllowed: DarwinBoolean = true
    SecTrustGetNetworkFetchAllowed(trust, &isAllowed)
    return isAllowed.boolValue
  }

  @Test func nothingIsFetchedUntilThatIsAllowed() throws {
    try serve()
    #expect(!isAllowed())
    #expect(code() == errSecCreateChainFailed)
    #expect(SecTrustSetNetworkFetchAllowed(trust, false) == errSecSuccess)
    #expect(code() == errSecCreateChainFailed)
    #expect(server.requests.isEmpty)
    #expect(SecTrustSetNetworkFetchAllowed(trust, true) == errSecSuccess)
    #expect(isAllowed())
    #expect(code() == 0)
    #expect(SecTrustGetCertificateCount(trust) == 3)
    #expect(code() == 0)
    #expect(server.requests == ["/authority"])
    #expect(SecTrustSetNetworkFetchAllowed(trust, false) == errSecSuccess)
    #expect(code() == errSecCreateChainFailed)
  }

  @Test func anOptionAllowsItWhereNobodyForbidsIt() throws {
    try serve()
    #expect(SecTrustSetOptions(trust, .fetchIssuerFromNet) == errSecSuccess)
    #expect(isAllowed())
    #expect(code() == 0)
    #expect(SecTrustSetNetworkFetchAllowed(trust, false) == errSecSuccess)
    #expect(!isAllowed())
    #expect(code() == errSecCreateChainFailed)
  }

  @Test func aPolicyThatForbidsTheNetworkForbidsIt() throws {
    try serve()
    let policy = try #require(
      SecPolicyCreateRevocation(
        kSecRevocationUseAnyAvailableMethod | kSecRevocationNetworkAccessDisabled))
    SecTrustSetPolicies(trust, [SecPolicyCreateBasicX509(), policy] as NSArray)
    SecTrustSetNetworkFetchAllowed(trust, true)
    #expect(code() == errSecCreateChainFailed)
    #expect(server.requests.isEmpty)
  }

  /// While an evaluation waits for a server, other calls for the same trust object do not wait. Changes of the trust
  /// object apply to the next evaluation.
  @Test func nobodyWaitsForAJudgementThatWaitsForAServer() throws {
    server.answer("/authority", .silence)
    SecTrustSetNetworkFetchAllowed(trust, true)
    let trust = trust
    let ended = DispatchSemaphore(value: 0)
    Thread {
      _ = SecTrustEvaluateWithError(trust, nil)
      ended.signal()
    }.start()
    while server.requests.isEmpty { usleep(10_000) }
    try serve()
    SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, "www.example.net"))
    #expect(SecTrustGetCertificateAtIndex(trust, 0) != nil)
    #expect(code() == errSecHostNameMismatch)
    // The evaluation in the other thread still waits for the server.
    #expect(ended.wait(timeout: .now()) == .timedOut)
    #expect(ended.wait(timeout: .now() + 60) == .success)
    #expect(code() == errSecHostNameMismatch)
  }
}
