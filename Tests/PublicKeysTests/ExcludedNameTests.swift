import KeychainModel
import Testing

@testable import AsymmetricKeys
@testable import CertificateTrust
@testable import X509Certificates

/// Tests of the names that an authority must not certify. The names occur in different spellings (specification:
/// keys-and-certificates 4.5, 4.6).
@Suite struct ExcludedNameTests {
  private func failures(
    _ policy: TrustPolicy, _ name: (DERTag, String), excluding excluded: [(DERTag, String)]
  ) throws -> [TrustFailure] {
    var chain = try TestChain()
    if !excluded.isEmpty {
      chain.authority.extensions?.append(CertificateForge.excludedNames(excluded))
    }
    chain.leaf.extensions = [CertificateForge.alternativeNames([name])]
    return try chain.outcome(policy).failures
  }

  private func failures(
    host: String, _ name: String, excluding excluded: [String]
  ) throws -> [TrustFailure] {
    try failures(
      .tls(isServer: true, host: host), (.implicit2, name),
      excluding: excluded.map { (.implicit2, $0) })
  }

  @Test(arguments: [
    "www.example.com.", "www.example.com\0", "*.example.com.", "*.example.com\0",
    "www.example.com\u{7F}", "www.example.com\n", "www.example.ｃom",
  ])
  func aHostThatIsWrittenOddlyMatchesNothing(name: String) throws {
    for excluded in [[], ["example.com"]] {
      for host in ["www.example.com", "www.example.com."] {
        #expect(
          try failures(host: host, name, excluding: excluded).contains(
            TrustFailure(.hostname, at: 0)))
      }
    }
  }

  @Test(arguments: ["a@example.com\0", "a@example.com.", "a@example.com\t"])
  func anAddressThatIsWrittenOddlyMatchesNothing(name: String) throws {
    for excluded in [[], [(DERTag.implicit1, "example.com")]] {
      for address in ["a@example.com", name] {
        #expect(
          try failures(.mail(address: address), (.implicit1, name), excluding: excluded).contains(
            TrustFailure(.email, at: 0)))
      }
    }
  }

  /// Upper-case and lower-case letters are equal in a mail address.
  @Test(arguments: [
    "Alice@bank.com", "ALICE@Bank.COM", "alice@bank.com", "bank.com", "BANK.com", "@bank.com",
    ".com",
  ])
  func aMailboxThatIsExcludedIsSoInAnyLetters(base: String) throws {
    for (name, address) in [
      ("alice@bank.com", "Alice@bank.com"), ("Alice@Bank.com", "alice@bank.com"),
    ] {
      let found = try failures(
        .mail(address: address), (.implicit1, name), excluding: [(.implicit1, base)])
      #expect(found.contains(TrustFailure(.nameConstraints, at: 0)), "\(base)")
    }
  }

  @Test func othersMailboxesAreNotExcluded() throws {
    let excluded: [(DERTag, String)] = [
      (.implicit1, "bob@bank.com"), (.implicit1, "other.example"), (.implicit1, ".bank.com"),
      (.implicit1, "ank.com"), (.implicit2, "bank.com"),
    ]
    #expect(
      try failures(
        .mail(address: "Alice@bank.com"), (.implicit1, "alice@bank.com"), excluding: excluded
      ).isEmpty)
  }

  @Test func addressesInTheSubjectAreReadInTheSameWay() throws {
    for (address, isFor) in [("a@example.com", true), ("a@example.com\0", false)] {
      let certificate = try CertificateForge(
        subject: CertificateForge.name([(OID.emailAddress, .ia5String, address)])
      ).certificate()
      let policy = TrustPolicy.mail(address: "a@example.com")
      #expect(TrustEvaluation.isLeafSuitable(certificate, policy) == isFor)
      let glance = try PartialCertificate(der: certificate.der)
      #expect(TrustEvaluation.isLeafSuitable(glance, policy) == isFor)
    }
  }

  @Test func aGlanceAtACertificateReadsItsNamesInTheSameWay() throws {
    let policy = TrustPolicy.tls(isServer: true, host: "www.example.com")
    for (name, isFor) in [
      ("www.example.com", true), ("www.example.com.", false), ("www.example.com\0", false),
    ] {
      let certificate = try CertificateForge(
        extensions: [CertificateForge.alternativeNames([(.implicit2, name)])]
      ).certificate()
      #expect(TrustEvaluation.isLeafSuitable(certificate, policy) == isFor)
      let glance = try PartialCertificate(der: certificate.der)
      #expect(TrustEvaluation.isLeafSuitable(glance, policy) == isFor)
    }
  }

  @Test(arguments: ["bad.example.com", "BAD.Example.com", "bad.example.com."])
  func aWildcardStandsForNoHostThatIsExcluded(host: String) throws {
    for excluded in [
      ["bad.example.com"], ["other.example", "BAD.example.COM"], ["bad.example.com."],
      ["*.example.com"], [".example.com."],
    ] {
      #expect(
        try failures(host: host, "*.example.com", excluding: excluded)
          == [TrustFailure(.nameConstraints, at: 0)])
    }
  }

  /// If a caller requests no host, the caller accepts the certificate for all hosts that the certificate names.
  @Test(arguments: [
    TrustPolicy.basic, .tls(isServer: true, host: nil), .tls(isServer: false, host: nil),
  ])
  func aWildcardThatStandsForAnExcludedHostIsExcludedWhereNoneIsAskedFor(
    policy: TrustPolicy
  ) throws {
    for (name, base, isExcluded) in [
      ("*.example.com", "bad.example.com", true), ("*.EXAMPLE.com", "Bad.example.COM", true),
      ("*.example.com", ".bad.example.com", false), ("*.example.com", "a.bad.example.com", false),
      ("*.example.com", "bad.example.org", false), ("bd.example.com", "bad.example.com", false),
      ("*.bad.example.com", "example.org", false),
    ] {
      #expect(
        try failures(policy, (.implicit2, name), excluding: [(.implicit2, base)])
          == (isExcluded ? [TrustFailure(.nameConstraints, at: 0)] : []), "\(name) \(base)")
    }
  }

  @Test func aWildcardStandsForTheHostsBesideIt() throws {
    let excluded = ["bad.example.com", "d.example.com", ".good.example.com"]
    #expect(try failures(host: "good.example.com", "*.example.com", excluding: excluded).isEmpty)
  }

  /// The lengths in these constraints do not have the shortest encoding. OpenSSL accepts such lengths.
  @Test(
    arguments: [
      [0x30, 0x81, 0x07, 0xA1, 0x05, 0x30, 0x03, 0x82, 0x01, 0x61],
      [0x30, 0x08, 0xA1, 0x06, 0x30, 0x04, 0x82, 0x81, 0x01, 0x61],
    ] as [[UInt8]])
  func constraintsThatCannotBeReadExcludeEveryName(value: [UInt8]) throws {
    var chain = try TestChain()
    chain.authority.extensions?.append(
      CertificateForge.certificateExtension(
        OID.nameConstraints, isCritical: true, value))
    chain.leaf.extensions = [
      CertificateForge.alternativeNames([(.implicit2, "*.example.org"), (.implicit1, "a@b")])
    ]
    for policy in [
      TrustPolicy.tls(isServer: true, host: "www.example.org"), .mail(address: "a@b"), .basic,
    ] {
      #expect(try chain.outcome(policy).failures == [TrustFailure(.nameConstraints, at: 0)])
    }
  }

  @Test func whatTheAnchorExcludesIsExcluded() throws {
    var chain = try TestChain()
    chain.root.extensions?.append(
      CertificateForge.excludedNames([(.implicit2, "bad.example.com")]))
    chain.leaf.extensions = [CertificateForge.alternativeNames([(.implicit2, "*.example.com")])]
    let outcome = try chain.outcome(.tls(isServer: true, host: "bad.example.com"))
    #expect(outcome.reported == TrustFailure(.nameConstraints, at: 0))
  }
}
