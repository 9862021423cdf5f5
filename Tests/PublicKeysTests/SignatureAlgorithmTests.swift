import KeychainModel
import Testing

@testable import AsymmetricKeys
@testable import CertificateTrust
@testable import X509Certificates

/// A certificate names its signature algorithm twice: in the signed content, and in an unsigned field before the
/// signature.
@Suite struct SignatureAlgorithmTests {
  private typealias Algorithms = CertificateForge.NamedAlgorithms

  private static let type: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]
  private static let absent = CertificateForge.Signer.sequence(type)
  private static let null = CertificateForge.Signer.sequence(type, [0x05, 0x00])

  private static var differences: [Algorithms] {
    [Algorithms(signed: absent, beside: null), Algorithms(signed: null, beside: absent)]
  }

  @Test func absentAndNullParametersAreTheSame() throws {
    for algorithms in Self.differences {
      for policy in [TrustPolicy.basic, .tls(isServer: true, host: "www.example.org")] {
        var chain = try TestChain()
        chain.leafAlgorithms = algorithms
        chain.authorityAlgorithms = algorithms
        chain.rootAlgorithms = algorithms
        let outcome = try chain.outcome(policy)
        #expect(outcome.failures.isEmpty)
        #expect(outcome.chain.count == 3)
      }
    }
  }

  /// The certificates in the chain have exactly the given bytes.
  @Test func theChainIsOfTheBytesThatWereGiven() throws {
    for algorithms in Self.differences {
      var chain = try TestChain()
      chain.leafAlgorithms = algorithms
      chain.authorityAlgorithms = algorithms
      chain.rootAlgorithms = algorithms
      let (leaf, authority, root) = try chain.certificates()
      #expect(root.isSelfSigned)
      for anchor in [root, authority, leaf] {
        var evaluation = TrustEvaluation(
          certificates: [leaf, authority], policies: [.basic], date: TestChain.date)
        evaluation.anchors = [anchor]
        evaluation.trustsSystem = false
        let outcome = try evaluation.outcome()
        #expect(outcome.failures.isEmpty)
        let expected = [leaf, authority, root].map(\.der)
        #expect(outcome.chain.last?.der == anchor.der)
        #expect(outcome.chain.map(\.der) == Array(expected.prefix(outcome.chain.count)))
      }
    }
  }

  @Test func otherDifferencesFail() throws {
    let other = CertificateForge.Signer.sequence([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x03])
    for (signed, beside) in [
      (Self.absent, other), (other, Self.absent),
      (Self.absent, CertificateForge.Signer.sha1.identifier),
      (Self.absent, CertificateForge.Signer.sequence(Self.type, [0x02, 0x01, 0x00])),
      (CertificateForge.Signer.sequence(Self.type, [0x02, 0x01, 0x00]), Self.null),
      (Self.absent, CertificateForge.Signer.sequence(Self.type, [0x05, 0x00, 0x05, 0x00])),
      (Self.absent, CertificateForge.Signer.sequence(Self.type, [0x30, 0x00])),
    ] {
      var chain = try TestChain()
      chain.leafAlgorithms = Algorithms(signed: signed, beside: beside)
      #expect(try !chain.outcome().failures.isEmpty)
    }
  }

  @Test func aSignatureMustStillBeThatOfTheIssuer() throws {
    var chain = try TestChain()
    chain.leafAlgorithms = Self.differences[0]
    chain.authorityKey = try .generate(on: .p256)
    #expect(try chain.outcome().failures.contains(TrustFailure(.processing, at: 0)))
  }

  /// The result does not change if the evaluation also contains another encoding of a certificate.
  @Test func anotherFormBesideACertificateIsNotMistakenForIt() throws {
    let key = try AsymmetricKey.generate(on: .p256)
    let chain = try TestChain(authorityKey: key)
    let (leaf, authority, root) = try chain.certificates()
    let forms = try [leaf, authority, root].map(Self.withNull)
    for others in [forms + [authority], [authority] + forms] {
      var evaluation = TrustEvaluation(
        certificates: [leaf] + others, policies: [.basic], date: TestChain.date)
      evaluation.anchors = [root]
      evaluation.trustsSystem = false
      let outcome = try evaluation.outcome()
      #expect(outcome.failures.isEmpty)
      #expect(outcome.chain.first?.der == leaf.der)
      #expect(outcome.chain.last?.der == root.der)
    }
    // Latchkey identifies an anchor by its bytes.
    var evaluation = TrustEvaluation(
      certificates: [forms[2]], policies: [.basic], date: TestChain.date)
    evaluation.anchors = [root]
    evaluation.trustsSystem = false
    #expect(try evaluation.outcome().chain.first?.der == forms[2].der)
  }

  /// The parameters of a signature algorithm can be absent or NULL. A denial of a certificate with one of these
  /// encodings also applies to the certificate with the other encoding, because anyone can create both encodings.
  @Test func aDenialIsForBothForms() throws {
    let chain = try TestChain()
    let (leaf, authority, root) = try chain.certificates()
    let other = try Self.withNull(authority)
    #expect(other.der != authority.der)
    var list = TrustSettingsList()
    try list.set([TrustSetting(result: .trustRoot)], for: root, modified: 0)
    func isDenied(_ denied: Certificate, _ sent: Certificate, hasDigest: Bool) throws -> Bool {
      var list = list
      try list.set([TrustSetting(result: .deny)], for: denied, modified: 0)
      if hasDigest { list.records[try TrustSettingsList.key(of: denied)]?.certificate = nil }
      var evaluation = TrustEvaluation(
        certificates: [leaf, sent], policies: [.basic], date: TestChain.date)
      evaluation.settings = TrustSettingsDomains([list])
      return try evaluation.outcome().failures.contains { $0.check.isDenial }
    }
    for hasDigest in [false, true] {
      for (denied, sent) in [(authority, other), (other, authority)] {
        #expect(try isDenied(denied, sent, hasDigest: hasDigest))
        for twin in try sent.signatureVariants.map({ try Certificate(der: $0) })
        where twin.publicKey != nil {
          #expect(try isDenied(denied, twin, hasDigest: hasDigest))
        }
      }
    }
  }

  /// The certificate with NULL parameters in the unsigned signature algorithm.
  private static func withNull(_ certificate: Certificate) throws -> Certificate {
    var reader = DERReader(certificate.der[...])
    var parts = try reader.read(.sequence)
    let content = try parts.readAny().whole
    _ = try parts.readAny()
    return try Certificate(
      der: DERWriter.element(.sequence, Array(content) + null + Array(parts.rest)))
  }
}
