import KeychainModel
import Testing

@testable import AsymmetricKeys
@testable import CertificateTrust

/// Tests of the first and the last second of a certificate's validity period (specification: keys-and-certificates
/// 4.5).
@Suite struct ValidityTests {
  private func failures(
    at seconds: Double, _ change: (inout TestChain) -> Void
  ) throws -> [TrustFailure] {
    var chain = try TestChain()
    change(&chain)
    let (leaf, authority, root) = try chain.certificates()
    var evaluation = TrustEvaluation(
      certificates: [leaf, authority], policies: [.basic], date: TestChain.date + seconds)
    evaluation.anchors = [root]
    evaluation.trustsSystem = false
    return try evaluation.outcome().failures
  }

  @Test(arguments: [(-1.0, true), (0.0, true), (0.999, true), (1.0, false), (1.5, false)])
  func theLastSecondOfACertificateBelongsToIt(seconds: Double, isValid: Bool) throws {
    let end: (DERTag, String) = (.utcTime, "260101000000Z")
    let places: [(Int, (inout TestChain) -> Void)] = [
      (0, { $0.leaf.notAfter = end }), (1, { $0.authority.notAfter = end }),
      (2, { $0.root.notAfter = end }),
      (0, { $0.leaf.notAfter = (.generalizedTime, "20260101000000Z") }),
    ]
    for (place, change) in places {
      let found = try failures(at: seconds, change)
      #expect(found == (isValid ? [] : [TrustFailure(.validity, at: place)]))
    }
  }

  @Test func theFirstSecondBelongsToItAndTheOneBeforeDoesNot() throws {
    let begin: (DERTag, String) = (.utcTime, "260101000000Z")
    for (seconds, isValid) in [(-0.001, false), (-1, false), (0, true)] {
      let found = try failures(at: seconds) { $0.leaf.notBefore = begin }
      #expect(found == (isValid ? [] : [TrustFailure(.validity, at: 0)]))
    }
  }

  /// A date after the last possible date is outside of every validity period.
  @Test(arguments: [Double.infinity, 1e300])
  func theEndOfTimeIsOutsideOfEveryCertificate(date: Double) throws {
    let found = try failures(at: date) { $0.leaf.notAfter = (.generalizedTime, "99991231235959Z") }
    #expect(found.contains(TrustFailure(.validity, at: 0)))
  }

  @Test func aCertificateByItselfIsValidInItsLastSecond() throws {
    var chain = try TestChain()
    chain.leaf.notAfter = (.utcTime, "260101000000Z")
    let leaf = try chain.certificates().leaf
    for (seconds, isGood) in [(0.0, true), (0.5, true), (1.0, false)] {
      #expect(
        TrustEvaluation.isLeafValid(
          leaf, .mail(address: nil), date: TestChain.date + seconds) == isGood)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func timesThatAreNoneAreOutsideOfEveryCertificate(date: Double) throws {
    let (leaf, authority, root) = try TestChain().certificates()
    var evaluation = TrustEvaluation(
      certificates: [leaf, authority], policies: [.basic], date: date)
    evaluation.anchors = [root]
    evaluation.trustsSystem = false
    #expect(try evaluation.outcome().reported?.check == .validity)
  }

  @Test func certificatesOutsideOfTheirTimeAreExpired() throws {
    #expect(
      try TestChain.failures { $0.leaf.notAfter = (.utcTime, "251231235959Z") }
        == [TrustFailure(.validity, at: 0)])
    #expect(
      try TestChain.failures { $0.leaf.notBefore = (.utcTime, "260101000001Z") }
        == [TrustFailure(.validity, at: 0)])
    #expect(
      try TestChain.failures { $0.authority.notAfter = (.utcTime, "251231235959Z") }
        == [TrustFailure(.validity, at: 1)])
    #expect(try TestChain.failures { $0.leaf.notBefore = (.utcTime, "260101000000Z") }.isEmpty)
  }

  @Test func certificatesOfServersAreNotValidForLong() throws {
    func failures(_ policy: TrustPolicy, _ notBefore: String, _ notAfter: String) throws
      -> [TrustFailure]
    {
      try TestChain.failures(policy) {
        $0.leaf.notBefore = (.utcTime, notBefore)
        $0.leaf.notAfter = (.utcTime, notAfter)
      }
    }
    let tooLong = [TrustFailure(.otherValidityPeriod, at: 0)]
    #expect(TrustCheck.otherValidityPeriod.status == -67901)
    // The first validity period has exactly 825 days. The second is one second longer.
    #expect(try failures(TestChain.server, "250101000000Z", "270406000000Z").isEmpty)
    #expect(try failures(TestChain.server, "250101000000Z", "270406000001Z") == tooLong)
    #expect(
      try failures(.tls(isServer: true, host: nil), "250101000000Z", "350101000000Z") == tooLong)
    #expect(try failures(TestChain.server, "190701000000Z", "350101000000Z") == tooLong)
    #expect(try failures(TestChain.server, "190630235959Z", "350101000000Z").isEmpty)
    for policy in [TrustPolicy.basic, .tls(isServer: false, host: nil), .mail(address: nil)] {
      #expect(try failures(policy, "250101000000Z", "350101000000Z").isEmpty)
    }
  }

  /// Development servers have certificates with long validity periods. Such a certificate is an anchor itself, so its
  /// validity period is not limited.
  @Test func aServersCertificateThatIsTheAnchorMayBeValidForLong() throws {
    var chain = try TestChain()
    chain.leaf.notAfter = (.utcTime, "350101000000Z")
    let (leaf, authority, _) = try chain.certificates()
    chain.root.extensions?.append(
      CertificateForge.alternativeNames([(.implicit2, "www.example.org")]))
    let root = try chain.certificates().root
    for (given, anchor) in [([root], root), ([leaf], leaf), ([leaf, authority], leaf)] {
      var evaluation = TrustEvaluation(
        certificates: given, policies: [.tls(isServer: true, host: "www.example.org")],
        date: TestChain.date)
      evaluation.anchors = [anchor]
      evaluation.trustsSystem = false
      #expect(try evaluation.outcome().failures.isEmpty)
    }
  }
}
