import KeychainModel
import Testing

@testable import AsymmetricKeys
@testable import CertificateTrust
@testable import X509Certificates

/// Tests which certificates may issue other certificates, and for which purposes (specification: keys-and-certificates
/// 4.5, 4.6).
@Suite struct PermissionsTests {
  private let server = TrustPolicy.tls(isServer: true, host: "www.example.org")
  private let client = TrustPolicy.tls(isServer: false, host: nil)

  private func failures(
    _ policy: TrustPolicy, _ change: (inout TestChain) throws -> Void
  ) throws -> [TrustFailure] {
    var chain = try TestChain()
    try change(&chain)
    return try chain.outcome(policy).failures
  }

  private func failures(
    _ policy: TrustPolicy, authority purposes: [KeyPurpose]
  ) throws -> [TrustFailure] {
    try failures(policy) {
      $0.authority.extensions?.append(CertificateForge.purposes(purposes))
    }
  }

  @Test func anAuthorityForMailAloneIssuesNoServerAndNoClient() throws {
    for policy in [server, client] {
      #expect(
        try failures(policy, authority: [.emailProtection, .codeSigning])
          == [TrustFailure(.extendedKeyUsage, at: 1)])
    }
    #expect(TrustCheck.extendedKeyUsage.status == -67609)
    let root = try failures(server) {
      $0.root.extensions?.append(CertificateForge.purposes([.emailProtection]))
    }
    #expect(root == [TrustFailure(.extendedKeyUsage, at: 2)])
    #expect(
      try failures(server, authority: [.clientAuthentication])
        == [TrustFailure(.extendedKeyUsage, at: 1)])
    #expect(
      try failures(client, authority: [.serverAuthentication])
        == [TrustFailure(.extendedKeyUsage, at: 1)])
  }

  @Test func anAuthorityIssuesWhatItIsFor() throws {
    for purpose in [
      KeyPurpose.serverAuthentication, .any, .microsoftServerGated, .netscapeServerGated,
    ] {
      #expect(try failures(server, authority: [.emailProtection, purpose]).isEmpty)
    }
    #expect(try failures(client, authority: [.clientAuthentication]).isEmpty)
  }

  /// Only TLS policies check the key purposes of authorities. Other policies check only the leaf.
  @Test func otherPoliciesAskTheLeafAlone() throws {
    for policy in [TrustPolicy.basic, .mail(address: nil)] {
      #expect(try failures(policy, authority: [.clientAuthentication]).isEmpty)
    }
  }

  @Test func purposesThatCannotBeReadAreNone() throws {
    let one = DERWriter.element(.objectIdentifier, KeyPurpose.serverAuthentication.identifier)
    for value in [
      [], [0x30, 0x00], [0x05, 0x00], DERWriter.element(.sequence, one + [0x05, 0x00]),
      DERWriter.element(.sequence, one) + [0x05, 0x00],
    ] as [[UInt8]] {
      let purposes = CertificateForge.certificateExtension(
        OID.extendedKeyUsage, value)
      #expect(try !failures(server) { $0.authority.extensions?.append(purposes) }.isEmpty)
      #expect(try !failures(server) { $0.leaf.extensions?.append(purposes) }.isEmpty)
    }
  }

  /// Two certificates of the authority lead to the root. One certificate has the wrong key purpose. The evaluation
  /// chooses the chain with the other certificate.
  @Test func aChainAroundAnAuthorityForOtherPurposesIsTaken() throws {
    let key = try AsymmetricKey.generate(on: .p256)
    let chain = try TestChain(authorityKey: key)
    let (leaf, authority, root) = try chain.certificates()
    var mail = chain
    mail.authority.serialNumber = [9]
    mail.authority.extensions?.append(CertificateForge.purposes([.emailProtection]))
    let forMail = try mail.certificates().authority
    for others in [[forMail, authority], [authority, forMail]] {
      var evaluation = TrustEvaluation(
        certificates: [leaf] + others, policies: [server], date: TestChain.date)
      evaluation.anchors = [root]
      evaluation.trustsSystem = false
      let outcome = try evaluation.outcome()
      #expect(outcome.failures.isEmpty)
      #expect(outcome.chain.map(\.der) == [leaf, authority, root].map(\.der))
    }
  }

  /// Only an anchor of version 3 needs basic constraints, because certificates of version 1 cannot have basic
  /// constraints.
  @Test func anAnchorOfVersion3WithoutBasicConstraintsIssuesNothing() throws {
    for extensions in [
      nil, [], [CertificateForge.keyUsage(0x04)], [CertificateForge.netscapeAuthority],
    ] as [[[UInt8]]?] {
      let isEmpty = extensions?.isEmpty ?? true
      let found = try failures(.basic) { $0.root.extensions = isEmpty ? nil : extensions }
      #expect(found.contains(TrustFailure(.basicConstraints, at: 2)))
      #expect(Set(found.map(\.check)) == [.basicConstraints])
    }
    #expect(
      try failures(.basic) {
        $0.root.version = nil
        $0.root.extensions = nil
      }.isEmpty)
  }

  /// The leaf itself is the anchor, so no authority issued the leaf.
  @Test func anAnchorWithoutBasicConstraintsIsTrustedItself() throws {
    var chain = try TestChain()
    chain.root.extensions = [CertificateForge.keyUsage(0x04)]
    let root = try chain.certificates().root
    var evaluation = TrustEvaluation(
      certificates: [root], policies: [.basic], date: TestChain.date)
    evaluation.anchors = [root]
    evaluation.trustsSystem = false
    #expect(try evaluation.outcome().failures.isEmpty)
  }

  /// `openssl req -x509` creates such certificates: a server's certificate with the basic constraints of an authority.
  @Test func anAuthorityCanBeTheLeafOfAServer() throws {
    #expect(
      try failures(server) {
        $0.leaf.extensions?.append(CertificateForge.basicConstraints(isAuthority: true))
      }.isEmpty)
    var chain = try TestChain()
    chain.root.extensions?.append(
      CertificateForge.alternativeNames([(.implicit2, "www.example.org")]))
    let root = try chain.certificates().root
    var evaluation = TrustEvaluation(
      certificates: [root], policies: [server], date: TestChain.date)
    evaluation.anchors = [root]
    evaluation.trustsSystem = false
    #expect(try evaluation.outcome().failures.isEmpty)
    // The key purposes of a leaf are also checked when the leaf is an authority.
    #expect(
      try failures(server) {
        $0.leaf.extensions? += [
          CertificateForge.basicConstraints(isAuthority: true),
          CertificateForge.purposes([.emailProtection]),
        ]
      } == [TrustFailure(.extendedKeyUsage, at: 0)])
  }

  @Test func accessToTheIssuerThatCannotBeReadFails() throws {
    let identifier: [UInt8] = [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x01, 0x01]
    for value in [
      [], [0x05, 0x00], [0x04, 0x01, 0x41], [0x30, 0x02, 0x05, 0x00],
      [0x30, 0x05, 0x30, 0x03, 0x06, 0x01, 0x2A], Array("malformed".utf8),
    ] as [[UInt8]] {
      let access = CertificateForge.certificateExtension(identifier, value)
      #expect(
        try failures(.basic) { $0.leaf.extensions?.append(access) }
          == [TrustFailure(.unparseableExtension, at: 0)])
      #expect(
        try failures(server) { $0.authority.extensions?.append(access) }
          == [TrustFailure(.unparseableExtension, at: 1)])
      // The issuer of an anchor is not needed, so the anchor's authority information access extension is not checked.
      #expect(try failures(.basic) { $0.root.extensions?.append(access) }.isEmpty)
    }
    #expect(TrustCheck.unparseableExtension.status == -67618)
    let access = CertificateForge.issuers(at: ["http://127.0.0.1:9/authority"])
    #expect(try failures(server) { $0.leaf.extensions?.append(access) }.isEmpty)
  }
}
