import Testing

@testable import AsymmetricKeys
@testable import CertificateTrust
@testable import X509Certificates

/// Tests of the requirements for each certificate of a chain (specification: keys-and-certificates 4.2 to 4.5).
@Suite struct PathRuleTests {
  @Test func aSignatureMustBeThatOfTheIssuer() throws {
    let found = try TestChain.failures { $0.authorityKey = try .generate(on: .p256) }
    #expect(found.contains(TrustFailure(.processing, at: 0)))
  }

  @Test func anAuthorityMustSayThatItIsOne() throws {
    #expect(
      try TestChain.failures {
        $0.authority.extensions = [CertificateForge.basicConstraints(isAuthority: false)]
      } == [TrustFailure(.basicConstraintsCA, at: 1)])
    #expect(
      try TestChain.failures { $0.authority.extensions = nil } == [
        TrustFailure(.basicConstraints, at: 1)
      ])
    #expect(TrustCheck.basicConstraints.status == -67604)
    #expect(TrustCheck.basicConstraintsCA.status == -67605)
  }

  @Test func aPathIsNoLongerThanItsAuthoritiesAllow() throws {
    #expect(
      try TestChain.failures {
        $0.root.extensions = [
          CertificateForge.basicConstraints(isAuthority: true, pathLength: 0)
        ]
      }.map(\.check) == [.pathLength])
    #expect(
      try TestChain.failures {
        $0.root.extensions = [
          CertificateForge.basicConstraints(isAuthority: true, pathLength: 1)
        ]
      }.isEmpty)
  }

  @Test func anAuthorityThatMayNotSignIsRefused() throws {
    #expect(
      try TestChain.failures { $0.authority.extensions?.append(CertificateForge.keyUsage(0x80)) }
        == [TrustFailure(.keyUsage, at: 1)])
    #expect(
      try TestChain.failures { $0.authority.extensions?.append(CertificateForge.keyUsage(0x04)) }
        .isEmpty)
  }

  @Test func criticalExtensionsMustBeKnown() throws {
    #expect(
      try TestChain.failures {
        $0.leaf.extensions?.append(
          CertificateForge.certificateExtension([0x2A, 0x03, 0x04], isCritical: true, [5, 0]))
      } == [TrustFailure(.criticalExtensions, at: 0)])
  }

  @Test func namesMustBeWithinTheConstraintsOfTheAuthority() throws {
    #expect(
      try TestChain.failures {
        $0.authority.extensions?.append(CertificateForge.permittedHosts("example.net"))
      }.map(\.check) == [.nameConstraints])
    #expect(
      try TestChain.failures {
        $0.authority.extensions?.append(CertificateForge.permittedHosts("example.org"))
      }.isEmpty)
  }

  @Test func policiesThatAnAuthorityRequiresMustBeThere() throws {
    func failures(_ own: [UInt8]?) throws -> [TrustFailure] {
      try TestChain.failures {
        $0.authority.extensions? += [
          CertificateForge.policies([1]), CertificateForge.requiredPolicy,
        ]
        if let own { $0.leaf.extensions?.append(CertificateForge.policies(own, isCritical: true)) }
      }
    }
    #expect(try failures([1]).isEmpty)
    #expect(try failures([2, 1]).isEmpty)
    for own in [nil, [2]] as [[UInt8]?] {
      #expect(try failures(own) == [TrustFailure(.policyConstraints, at: 0)])
    }
    #expect(TrustCheck.policyConstraints.status == -67835)
    // The extension contains the same policy twice.
    #expect(try failures([1, 1]) == [TrustFailure(.policyConstraints, at: 0)])
  }

  @Test func whatAuthoritiesAboveAnAnchorDemandIsNotAsked() throws {
    var chain = try TestChain()
    chain.authority.extensions? += [
      CertificateForge.requiredPolicy, CertificateForge.permittedHosts("example.net"),
    ]
    let (leaf, authority, root) = try chain.certificates()
    var evaluation = TrustEvaluation(
      certificates: [leaf, authority], policies: [.basic], date: TestChain.date)
    evaluation.trustsSystem = false
    evaluation.anchors = [root]
    #expect(
      try Set(evaluation.outcome().failures.map(\.check)) == [.policyConstraints, .nameConstraints])
    evaluation.anchors = [leaf, root]
    let outcome = try evaluation.outcome()
    #expect(outcome.failures.isEmpty)
    #expect(outcome.chain.map(\.der) == [leaf.der])
  }

  @Test func purposesMustFitThePolicy() throws {
    func failures(_ policy: TrustPolicy, _ purposes: [KeyPurpose]) throws -> [TrustCheck] {
      try TestChain.failures(policy) {
        $0.leaf.extensions?.append(CertificateForge.purposes(purposes))
      }.map(\.check)
    }
    let client = TrustPolicy.tls(isServer: false, host: nil)
    #expect(try failures(TestChain.server, [.serverAuthentication]).isEmpty)
    #expect(try failures(TestChain.server, [.microsoftServerGated]).isEmpty)
    #expect(try failures(TestChain.server, [.any]).isEmpty)
    #expect(try failures(TestChain.server, [.clientAuthentication]) == [.extendedKeyUsage])
    #expect(try failures(client, [.clientAuthentication]).isEmpty)
    #expect(try failures(client, [.serverAuthentication]) == [.extendedKeyUsage])
    #expect(try failures(.codeSigning, [.codeSigning]).isEmpty)
    #expect(try failures(.mail(address: nil), [.serverAuthentication]) == [.emailProtectionEKU])
    #expect(try failures(.basic, [.clientAuthentication]).isEmpty)
    #expect(try TestChain.failures(.codeSigning).map(\.check) == [.extendedKeyUsage])
  }

  @Test func weakKeysAndSignaturesAreRefused() throws {
    let small = try TestChain.failures { $0.leafKey = try .generateRSA(bitCount: 1016) }
    #expect(small == [TrustFailure(.weakKeySize, at: 0)])
    let medium = try TestChain.failures(TestChain.server) {
      $0.leafKey = try .generateRSA(bitCount: 1024)
    }
    #expect(medium == [TrustFailure(.keySize, at: 0)])
    #expect(try TestChain.failures { $0.leafKey = try .generateRSA(bitCount: 1024) }.isEmpty)
    #expect(
      try TestChain.failures(TestChain.server) { $0.leafKey = try .generate(on: .p224) }
        == [TrustFailure(.keySize, at: 0)])
    #expect(try TestChain.failures { $0.leafSigner = .sha1 }.isEmpty)
    #expect(
      try TestChain.failures(TestChain.server) { $0.leafSigner = .sha1 } == [
        TrustFailure(.signatureHash, at: 0)
      ])
  }
}
