import TestSupport
import Testing

@testable import AsymmetricKeys
@testable import CertificateTrust
@testable import X509Certificates

/// The sender of certificates must not be able to make an evaluation slow.
@Suite struct TrustWorkTests {
  @Test func aJudgementTakesItsTimeWhateverIsSent() throws {
    let key = try AsymmetricKey.generate(on: .p256)
    let names = CertificateForge.alternativeNames(
      (0..<400).map { (.implicit2, "a\($0).example.org") })
    let constraints = CertificateForge.excludedNames(
      (0..<400).map { (.implicit2, "b\($0).example.org") })
    func authority(_ level: Int, _ number: UInt8) throws -> Certificate {
      var one = CertificateForge(
        serialNumber: [number], issuer: CertificateForge.commonName("\(level + 1)"),
        subject: CertificateForge.commonName("\(level)"),
        extensions: [
          CertificateForge.basicConstraints(isAuthority: true), names, constraints,
        ])
      one.use(key)
      return try one.signed(by: key)
    }
    var leaf = CertificateForge(
      issuer: CertificateForge.commonName("1"), subject: CertificateForge.commonName("Leaf"),
      extensions: [names])
    leaf.use(key)
    var sent = [try leaf.signed(by: key)]
    for level in 1...40 {
      for number in UInt8(1)...3 { sent.append(try authority(level, number)) }
    }
    var evaluation = TrustEvaluation(
      certificates: sent, policies: [TestChain.server], date: TestChain.date)
    evaluation.trustsSystem = false
    let time = try processorTime {
      let outcome = try evaluation.outcome()
      #expect(!outcome.failures.isEmpty)
      #expect(outcome.chain.count <= 12)
    }
    #expect(time < .seconds(30))
  }

  /// Certificates with too many policies are not read, because OpenSSL compares each policy with every other policy.
  @Test(arguments: [(500, true), (501, false), (20_000, false)])
  func certificatesWithThousandsOfPoliciesAreNotRead(count: Int, isTrusted: Bool) throws {
    let list = CertificateForge.policies(count: count)
    for isLeaf in [true, false] {
      var chain = try TestChain()
      if isLeaf {
        chain.leaf.extensions?.append(list)
      } else {
        chain.authority.extensions?.append(list)
      }
      let time = try processorTime {
        let checks = try chain.outcome().failures.map(\.check)
        #expect(checks.isEmpty == isTrusted)
        // A weak signature must not be reported for a certificate that is not read.
        #expect(!checks.contains(.weakSignature))
      }
      #expect(time < .seconds(5))
    }
  }
}
