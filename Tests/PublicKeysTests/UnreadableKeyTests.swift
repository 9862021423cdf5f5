import KeychainModel
import Testing

@testable import AsymmetricKeys
@testable import CertificateTrust
@testable import X509Certificates

/// Tests with malformed public keys that have a known algorithm identifier. OpenSSL stops a verification at such a key
/// and runs no further checks.
@Suite struct UnreadableKeyTests {
  /// Edwards-curve keys with algorithm parameters, which are not allowed, and Edwards-curve keys that are too short.
  private static let unreadable = [
    CertificateForge.keyInfo(
      OID.ed25519, DERWriter.element(.null, []), [UInt8](repeating: 7, count: 32)),
    CertificateForge.keyInfo(OID.ed25519, [], [UInt8](repeating: 7, count: 31)),
    CertificateForge.keyInfo(OID.ed448, [], [UInt8](repeating: 7, count: 10)),
  ]

  private static let policies: [TrustPolicy] = [
    .basic, .tls(isServer: true, host: "www.example.org"), .tls(isServer: false, host: nil),
    .revocation(flags: 11),
  ]

  private func chain(_ key: [UInt8]) throws -> TestChain {
    var chain = try TestChain()
    chain.leafKeyInfo = key
    return chain
  }

  @Test(arguments: unreadable, policies)
  func aCertificateThatNobodySignedIsNotTrusted(key: [UInt8], policy: TrustPolicy) throws {
    var chain = try chain(key)
    chain.authorityKey = try .generate(on: .p256)
    let outcome = try chain.outcome(policy)
    #expect(outcome.failures.contains(TrustFailure(.processing, at: 0)))
    #expect(outcome.reported?.check == .weakKeySize)
  }

  @Test(arguments: unreadable) func neitherIsOneThatSomebodySigned(key: [UInt8]) throws {
    #expect(try !chain(key).outcome().failures.isEmpty)
  }

  @Test(.enabled(if: !SystemAnchors.certificates.isEmpty), arguments: unreadable)
  func norOneUnderTheNameOfAnAuthorityOfTheSystem(key: [UInt8]) throws {
    var chain = try chain(key)
    chain.leaf.issuer = try #require(SystemAnchors.certificates.first).subject.normalizedSequence
    let leaf = try chain.certificates().leaf
    let evaluation = TrustEvaluation(
      certificates: [leaf], policies: [.basic], date: TestChain.date)
    let outcome = try evaluation.outcome()
    #expect(outcome.failures.contains(TrustFailure(.processing, at: 0)))
    #expect(outcome.chain.count > 1 || outcome.failures.contains { $0.check.severity == .trust })
  }

  @Test(arguments: unreadable) func suchAKeyIsWeakByItself(key: [UInt8]) throws {
    let leaf = try chain(key).certificates().leaf
    #expect(!TrustEvaluation.isLeafValid(leaf, .basic, date: TestChain.date))
  }

  @Test(arguments: [(OID.ed25519, 32), (OID.ed448, 57)])
  func keysOfEdwardsCurvesThatCanBeReadAreGood(type: [UInt8], count: Int) throws {
    let chain = try chain(
      CertificateForge.keyInfo(type, [], [UInt8](repeating: 7, count: count)))
    #expect(try chain.outcome().failures.isEmpty)
    let leaf = try chain.certificates().leaf
    #expect(TrustEvaluation.isLeafValid(leaf, .basic, date: TestChain.date))
    var forged = chain
    forged.authorityKey = try .generate(on: .p256)
    #expect(try forged.outcome().reported == TrustFailure(.processing, at: 0))
  }
}
