import Testing

@testable import AsymmetricKeys
@testable import CertificateTrust
@testable import X509Certificates

/// Tests of the choice between several possible chains.
@Suite struct TrustPathTests {
  @Test func theBestOfSeveralChainsIsTaken() throws {
    let chain = try TestChain()
    let (leaf, authority, root) = try chain.certificates()
    let lost = try (0..<3).map { _ in try chain.crossSigned() }
    var expired = chain
    expired.authority.notAfter = (.utcTime, "251231235959Z")
    let late = try expired.certificates().authority
    for others in [
      lost + [authority], [authority] + lost, lost + [late, authority], [late, authority],
    ] {
      var evaluation = TrustEvaluation(
        certificates: [leaf] + others, policies: [.basic], date: TestChain.date)
      evaluation.anchors = [root]
      evaluation.trustsSystem = false
      let outcome = try evaluation.outcome()
      #expect(outcome.failures.isEmpty)
      #expect(outcome.chain.map(\.der) == [leaf, authority, root].map(\.der))
    }
    var evaluation = TrustEvaluation(
      certificates: [leaf] + lost + [late], policies: [.basic], date: TestChain.date)
    evaluation.anchors = [root]
    evaluation.trustsSystem = false
    #expect(try evaluation.outcome().reported?.check == .validity)
  }

  /// The chain contains several certificates that the search could leave out. The search first leaves out the
  /// certificate that leads to no anchor.
  @Test func aChainAroundWhatLeadsNowhereIsTakenFirst() throws {
    let (rootKey, topKey, authorityKey) = (
      try AsymmetricKey.generate(on: .p256), try AsymmetricKey.generate(on: .p256),
      try AsymmetricKey.generate(on: .p256)
    )
    var chain = try TestChain(authorityKey: authorityKey)
    chain.authority.issuer = CertificateForge.commonName("Top")
    let (leaf, _, _) = try chain.certificates()
    let middle = try (UInt8(10)..<16).map { number in
      var authority = chain.authority
      authority.serialNumber = [number]
      authority.use(authorityKey)
      return try authority.signed(by: topKey)
    }
    func top(_ issuer: String, _ signer: AsymmetricKey) throws -> Certificate {
      var top = chain.root
      top.issuer = CertificateForge.commonName(issuer)
      top.subject = CertificateForge.commonName("Top")
      top.use(topKey)
      return try top.signed(by: signer)
    }
    let lost = try (0..<8).map { try top("Unknown \($0)", .generate(on: .p256)) }
    let good = try top("Root", rootKey)
    var anchor = chain.root
    anchor.use(rootKey)
    var evaluation = TrustEvaluation(
      certificates: [leaf] + middle + lost + [good], policies: [.basic], date: TestChain.date)
    evaluation.anchors = [try anchor.signed(by: rootKey)]
    evaluation.trustsSystem = false
    #expect(try evaluation.outcome().failures.isEmpty)
  }

  @Test func noOtherChainIsLookedForWhenTheTimeIsOver() throws {
    let chain = try TestChain()
    let (leaf, authority, root) = try chain.certificates()
    var evaluation = TrustEvaluation(
      certificates: [leaf, try chain.crossSigned(), authority], policies: [.basic],
      date: TestChain.date)
    evaluation.anchors = [root]
    evaluation.trustsSystem = false
    let first = try evaluation.outcome()
    evaluation.search = SearchDeadline(seconds: 0)
    let second = try evaluation.outcome()
    evaluation.certificates = [leaf, authority, try chain.crossSigned()]
    // OpenSSL may try either of the two chains first. If there is no time for a search, the evaluation does not try the
    // other chain. Therefore, the evaluation fails for at least one order of the certificates.
    #expect(try !second.failures.isEmpty || !evaluation.outcome().failures.isEmpty)
    #expect(first.failures.isEmpty)
  }

  @Test(arguments: [(10, true), (11, false)])
  func aChainHasNoMoreThanTenAuthoritiesBelowItsAnchor(count: Int, isTrusted: Bool) throws {
    let key = try AsymmetricKey.generate(on: .p256)
    func certificate(_ level: Int) throws -> Certificate {
      var one = CertificateForge(
        issuer: CertificateForge.commonName("\(min(level + 1, count + 1))"),
        subject: CertificateForge.commonName("\(level)"),
        extensions: [CertificateForge.basicConstraints(isAuthority: level > 0)])
      one.use(key)
      return try one.signed(by: key)
    }
    var evaluation = TrustEvaluation(
      certificates: try (0...count).map(certificate), policies: [.basic], date: TestChain.date)
    evaluation.anchors = [try certificate(count + 1)]
    evaluation.trustsSystem = false
    #expect(try evaluation.outcome().failures.isEmpty == isTrusted)
  }

  @Test func aChainAroundAnExpiredAnchorIsTaken() throws {
    let chain = try TestChain()
    let (leaf, authority, root) = try chain.certificates()
    let expired = try chain.selfSigned(until: "251231235959Z")
    for anchors in [[expired, root], [root, expired]] {
      var evaluation = TrustEvaluation(
        certificates: [leaf, authority], policies: [.basic], date: TestChain.date)
      evaluation.anchors = anchors
      evaluation.trustsSystem = false
      let outcome = try evaluation.outcome()
      #expect(outcome.failures.isEmpty)
      #expect(outcome.chain.map(\.der) == [leaf, authority, root].map(\.der))
      evaluation.certificates = [leaf]
      #expect(try evaluation.outcome().failures == [TrustFailure(.validity, at: 1)])
    }
  }

  @Test func aChainOfStrongSignaturesIsTaken() throws {
    let chain = try TestChain()
    let (leaf, authority, root) = try chain.certificates()
    let weak = try chain.weaklySigned()
    for others in [[weak, authority], [authority, weak]] {
      var evaluation = TrustEvaluation(
        certificates: [leaf] + others, policies: [TestChain.server], date: TestChain.date)
      evaluation.anchors = [root]
      evaluation.trustsSystem = false
      let outcome = try evaluation.outcome()
      #expect(outcome.failures.isEmpty)
      #expect(outcome.chain.map(\.der) == [leaf, authority, root].map(\.der))
      evaluation.certificates = [leaf, weak]
      #expect(try evaluation.outcome().failures == [TrustFailure(.signatureHash, at: 1)])
    }
  }
}
