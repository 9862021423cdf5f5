import Dispatch
import Foundation
import Security
import Testing

/// Tests the public functions for trust and policies.
@Suite struct TrustFunctionsTests {
  /// Returns a trust object for the server certificate, with a date at which the certificate is valid. If `isAnchored`
  /// is true, the root is the anchor.
  private func trust(
    _ policy: SecPolicy = SecPolicyCreateBasicX509(), isAnchored: Bool = true
  ) throws -> SecTrust {
    let server = try TestCertificates.server()
    var trust: SecTrust?
    #expect(SecTrustCreateWithCertificates(server, policy, &trust) == errSecSuccess)
    let made = try #require(trust)
    let start = try #require(SecCertificateCopyNotValidBeforeDate(server))
    #expect(SecTrustSetVerifyDate(made, start) == errSecSuccess)
    if isAnchored {
      #expect(
        SecTrustSetAnchorCertificates(made, [try TestCertificates.root()] as CFArray)
          == errSecSuccess)
    }
    return made
  }

  private func code(_ trust: SecTrust) -> Int? {
    var error: CFError?
    return SecTrustEvaluateWithError(trust, &error) ? nil : error?.code
  }

  @Test func aServerIsTrustedForItsHostByItsAnchor() throws {
    let trust = try trust(SecPolicyCreateSSL(true, "www.example.org" as CFString))
    #expect(SecTrustEvaluateWithError(trust, nil))
    var result = SecTrustResultType.invalid
    #expect(SecTrustGetTrustResult(trust, &result) == errSecSuccess)
    #expect(result == .unspecified)
    #expect(SecTrustGetCertificateCount(trust) == 2)
    #expect(CFEqual(SecTrustGetCertificateAtIndex(trust, 1), try TestCertificates.root()))
    #expect(SecTrustGetCertificateAtIndex(trust, 2) == nil)
    #expect((SecTrustCopyCertificateChain(trust) as? [SecCertificate])?.count == 2)
    #expect(SecTrustCopyProperties(trust) == nil)
    #expect(SecTrustCopyKey(trust) != nil)
  }

  @Test func theErrorSaysWhatIsWrong() throws {
    #expect(
      try code(trust(SecPolicyCreateSSL(true, "example.org" as CFString)))
        == Int(errSecHostNameMismatch))
    #expect(
      try code(trust(SecPolicyCreateSSL(false, nil))) == Int(errSecInvalidExtendedKeyUsage))
    #expect(try code(trust(isAnchored: false)) == Int(errSecCreateChainFailed))
    var error: CFError?
    let trust = try trust(SecPolicyCreateSSL(true, "example.org" as CFString))
    #expect(!SecTrustEvaluateWithError(trust, &error))
    #expect(error?.domain == NSOSStatusErrorDomain)
    #expect(error?.localizedDescription.contains("Example Server") == true)
    #expect(error?.userInfo[NSUnderlyingErrorKey] is NSError)
    #expect((SecTrustCopyProperties(trust) as? [[String: String]])?.first?["type"] == "error")
  }

  /// A certificate that is not valid yet is reported as expired (specification: surprise K22).
  @Test func k22_notYetValid() throws {
    let trust = try trust()
    let start = try #require(SecCertificateCopyNotValidBeforeDate(TestCertificates.server()))
    SecTrustSetVerifyDate(trust, start.addingTimeInterval(-1) as CFDate)
    #expect(code(trust) == Int(errSecCertificateExpired))
    SecTrustSetVerifyDate(trust, start)
    #expect(code(trust) == nil)
  }

  /// The common name is not used as a host name (specification: surprise K23).
  @Test func k23_hostNames() throws {
    let policy = SecPolicyCreateSSL(true, "Example Server" as CFString)
    #expect(try code(trust(policy)) == Int(errSecHostNameMismatch))
    let address = SecPolicyCreateSSL(true, "127.0.0.1" as CFString)
    #expect(try code(trust(address)) == nil)
  }

  /// The caller's anchors replace all others, and an empty list trusts nothing (specification: surprise K24).
  @Test func k24_anchors() throws {
    let trust = try trust()
    SecTrustSetAnchorCertificates(trust, [] as CFArray)
    #expect(code(trust) == Int(errSecCreateChainFailed))
    var anchors: CFArray?
    SecTrustCopyCustomAnchorCertificates(trust, &anchors)
    #expect(anchors?.count == 0)
    SecTrustSetAnchorCertificates(trust, nil)
    SecTrustCopyCustomAnchorCertificates(trust, &anchors)
    #expect(anchors == nil)
    #expect(SecTrustSetAnchorCertificates(trust, ["x"] as CFArray) == errSecParam)
    SecTrustSetAnchorCertificates(trust, [try TestCertificates.root()] as CFArray)
    SecTrustSetAnchorCertificatesOnly(trust, false)
    #expect(code(trust) == nil)
  }

  @Test func whereOnlyAnchorsCountAndNoneWereSetNothingIsTrusted() throws {
    var found: CFArray?
    SecTrustCopyAnchorCertificates(&found)
    let roots = found as? [SecCertificate] ?? []
    // Uses the first root that is trusted at present. If the system has no such root, the test checks nothing.
    for root in roots {
      var made: SecTrust?
      SecTrustCreateWithCertificates(root, SecPolicyCreateBasicX509(), &made)
      let trust = try #require(made)
      guard code(trust) == nil else { continue }
      SecTrustSetAnchorCertificatesOnly(trust, true)
      #expect(code(trust) == Int(errSecNotTrusted))
      SecTrustSetAnchorCertificates(trust, nil)
      #expect(code(trust) == nil)
      SecTrustSetAnchorCertificatesOnly(trust, true)
      #expect(code(trust) == Int(errSecNotTrusted))
      SecTrustSetAnchorCertificates(trust, [root] as CFArray)
      #expect(code(trust) == nil)
      break
    }
  }

  /// `SecTrustGetVerifyTime` fixes the time of the evaluation, and `SecTrustGetTrustResult` evaluates the trust object
  /// (specification: surprise K25).
  @Test func k25_timeAndResult() throws {
    var made: SecTrust?
    SecTrustCreateWithCertificates(try TestCertificates.server(), nil, &made)
    let trust = try #require(made)
    let time = SecTrustGetVerifyTime(trust)
    #expect(abs(time - Date().timeIntervalSinceReferenceDate) < 60)
    #expect(SecTrustGetVerifyTime(trust) == time)
    var result = SecTrustResultType.invalid
    SecTrustGetTrustResult(trust, &result)
    #expect(result == .recoverableTrustFailure)
  }

  @Test func argumentsOfWrongTypesAreRefused() throws {
    var trust: SecTrust?
    let server = try TestCertificates.server()
    #expect(SecTrustCreateWithCertificates([] as CFArray, nil, &trust) == errSecParam)
    #expect(SecTrustCreateWithCertificates("x" as CFString, nil, &trust) == errSecParam)
    #expect(SecTrustCreateWithCertificates([server, "x"] as CFArray, nil, &trust) == errSecParam)
    #expect(SecTrustCreateWithCertificates(server, [] as CFArray, &trust) == errSecParam)
    #expect(SecTrustCreateWithCertificates(server, "x" as CFString, &trust) == errSecParam)
    #expect(trust == nil)
    #expect(SecTrustCreateWithCertificates([server, server] as CFArray, nil, &trust) == 0)
  }

  @Test func exceptionsMakeAFailureOneToLiveWith() throws {
    let failing = try trust(SecPolicyCreateSSL(true, "example.org" as CFString))
    let exceptions = try #require(SecTrustCopyExceptions(failing))
    #expect(SecTrustSetExceptions(failing, exceptions))
    #expect(SecTrustEvaluateWithError(failing, nil))
    var result = SecTrustResultType.invalid
    SecTrustGetTrustResult(failing, &result)
    #expect(result == .proceed)
    #expect(!SecTrustSetExceptions(failing, nil))
    #expect(code(failing) == Int(errSecHostNameMismatch))
    #expect(!SecTrustSetExceptions(failing, Data("x".utf8) as CFData))

    var other: SecTrust?
    SecTrustCreateWithCertificates(try TestCertificates.root(), nil, &other)
    #expect(!SecTrustSetExceptions(try #require(other), exceptions))
  }

  @Test func theResultIsHandedOutOnTheQueueOfTheCaller() async throws {
    let trust = try trust()
    let queue = DispatchQueue(label: "test")
    let isTrusted = await withCheckedContinuation { continuation in
      queue.async {
        SecTrustEvaluateAsyncWithError(trust, queue) { _, isTrusted, error in
          dispatchPrecondition(condition: .onQueue(queue))
          continuation.resume(returning: isTrusted && error == nil)
        }
      }
    }
    #expect(isTrusted)
    let result = await withCheckedContinuation { continuation in
      SecTrustEvaluateAsync(trust, queue) { _, result in
        dispatchPrecondition(condition: .onQueue(queue))
        continuation.resume(returning: result)
      }
    }
    #expect(result == .unspecified)
  }

  /// Apple documents the value of `kSecPolicyName` as a string or an array.
  @Test func aPolicyIsForOneName() throws {
    func policy(_ name: Any) -> SecPolicy? {
      SecPolicyCreateWithProperties(kSecPolicyAppleSSL, [kSecPolicyName: name] as CFDictionary)
    }
    let server = SecPolicyCreateSSL(true, "example.org" as CFString)
    #expect(policy(["example.org"]) == server)
    for name in [[], ["example.org", "example.net"], [1], 1] as [Any] {
      #expect(policy(name) == nil)
    }
  }

  @Test func policiesSayWhatTheyWereMadeWith() throws {
    let server = SecPolicyCreateSSL(true, "example.org" as CFString)
    let properties = try #require(SecPolicyCopyProperties(server) as? [String: AnyHashable])
    #expect(
      properties == ["SecPolicyOid": "1.2.840.113635.100.1.3", "SecPolicyName": "example.org"])
    let client = try #require(SecPolicyCopyProperties(SecPolicyCreateSSL(false, nil)))
    #expect(client[kSecPolicyClient] as? Bool == true)
    #expect(
      CFEqual(SecPolicyCreateWithProperties(kSecPolicyAppleSSL, properties as CFDictionary), server)
    )
    #expect(
      CFEqual(
        SecPolicyCreateWithProperties(kSecPolicyAppleX509Basic, nil), SecPolicyCreateBasicX509()))
    #expect(SecPolicyCreateWithProperties("1.2.3" as CFString, nil) == nil)
    #expect(SecPolicyCreateRevocation(0) == nil)
    #expect(SecPolicyCreateRevocation(32) == nil)
    let revocation = try #require(SecPolicyCreateRevocation(kSecRevocationUseAnyAvailableMethod))
    #expect(CFGetTypeID(revocation) == SecPolicyGetTypeID())
  }

  @Test func policiesCanBeChanged() throws {
    let trust = try trust()
    #expect(code(trust) == nil)
    let policy = SecPolicyCreateSSL(true, "example.net" as CFString)
    #expect(SecTrustSetPolicies(trust, policy) == errSecSuccess)
    #expect(code(trust) == Int(errSecHostNameMismatch))
    var policies: CFArray?
    #expect(SecTrustCopyPolicies(trust, &policies) == errSecSuccess)
    #expect((policies as? [SecPolicy]) == [policy])
    #expect(SecTrustSetPolicies(trust, [] as CFArray) == errSecParam)
  }

  @Test func whetherTheNetworkMayBeAskedIsKept() throws {
    let trust = try trust()
    var isAllowed: DarwinBoolean = true
    SecTrustSetNetworkFetchAllowed(trust, false)
    #expect(SecTrustGetNetworkFetchAllowed(trust, &isAllowed) == errSecSuccess)
    #expect(!isAllowed.boolValue)
  }
}
