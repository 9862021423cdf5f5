import Testing

@testable import AsymmetricKeys
@testable import CertificateTrust
@testable import X509Certificates

/// Tests whether a chain is trusted, and which failure is reported.
@Suite struct TrustEvaluationTests {
  @Test func aChainToAnAnchorIsTrusted() throws {
    let outcome = try TestChain().outcome()
    #expect(outcome.failures.isEmpty)
    #expect(outcome.chain.map(\.subjectSummary) == ["Leaf", "Authority", "Root"])
    #expect(try TestChain.failures(TestChain.server).isEmpty)
  }

  @Test func withoutAnAnchorItIsNot() throws {
    let (leaf, authority, root) = try TestChain().certificates()
    var evaluation = TrustEvaluation(
      certificates: [leaf, authority, root], policies: [.basic], date: TestChain.date)
    evaluation.trustsSystem = false
    #expect(try evaluation.outcome().reported == TrustFailure(.anchorTrusted, at: 2))
    evaluation.certificates = [leaf, authority]
    #expect(try evaluation.outcome().reported == TrustFailure(.missingIntermediate, at: 1))
    evaluation.certificates = [root]
    #expect(try evaluation.outcome().reported == TrustFailure(.anchorTrusted, at: 0))
  }

  @Test func anyCertificateCanBeAnAnchor() throws {
    let (leaf, authority, _) = try TestChain().certificates()
    for anchor in [leaf, authority] {
      var evaluation = TrustEvaluation(
        certificates: [leaf, authority], policies: [.basic], date: TestChain.date)
      evaluation.anchors = [anchor]
      evaluation.trustsSystem = false
      #expect(try evaluation.outcome().failures.isEmpty)
    }
  }

  @Test func theMostSevereFailureIsReported() throws {
    var chain = try TestChain()
    chain.leaf.notAfter = (.utcTime, "251231235959Z")
    let other = TrustPolicy.tls(isServer: true, host: "other.example")
    #expect(try chain.outcome(other).reported?.check == .hostname)
    let (leaf, authority, root) = try chain.certificates()
    var evaluation = TrustEvaluation(
      certificates: [leaf, authority, root], policies: [other], date: TestChain.date)
    evaluation.trustsSystem = false
    #expect(try evaluation.outcome().reported?.check == .anchorTrusted)
    chain.leafSigner = .sha1
    #expect(try chain.outcome(other).reported?.check == .signatureHash)
  }

  @Test func aResponseThatIsRequiredIsMissing() throws {
    #expect(try TestChain.failures(.revocation(flags: 3)).isEmpty)
    #expect(
      try TestChain.failures(.revocation(flags: 11))
        == [TrustFailure(.revocationResponse, at: 0), TrustFailure(.revocationResponse, at: 1)])
  }
}
