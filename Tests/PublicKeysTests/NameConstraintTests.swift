import KeychainModel
import Testing

@testable import AsymmetricKeys
@testable import CertificateTrust

/// Tests of names inside and outside of the name constraints of authorities (specification: keys-and-certificates 4.5).
@Suite struct NameConstraintTests {
  private typealias Name = (DERTag, [UInt8])

  private func name(_ tag: DERTag, _ text: String) -> Name { (tag, Array(text.utf8)) }

  private func failures(
    _ policy: TrustPolicy = .basic, subject: String = "Leaf", _ names: [Name],
    _ constraints: [UInt8]
  ) throws -> [TrustFailure] {
    var chain = try TestChain()
    chain.authority.extensions?.append(constraints)
    chain.leaf.subject = CertificateForge.commonName(subject)
    chain.leaf.extensions =
      names.isEmpty ? nil : [CertificateForge.alternativeNames(bytes: names)]
    return try chain.outcome(policy).failures
  }

  private func failures(
    _ names: [Name], permitted: [Name] = [], excluded: [Name] = [], subject: String = "Leaf"
  ) throws -> [TrustFailure] {
    try failures(
      subject: subject, names,
      CertificateForge.nameConstraints(permitted: permitted, excluded: excluded))
  }

  private let isOutside = [TrustFailure(.nameConstraints, at: 0)]

  /// The name constraints do not permit the host in the common name of the leaf. The common name is ignored, because
  /// the leaf has an alternative name, an IP address.
  @Test func aLeafOfAddressesAloneIsWithinTheHostsOfItsAuthority() throws {
    let address: Name = (.implicit7, [192, 0, 2, 1])
    let constraints = CertificateForge.nameConstraints(permitted: [name(.implicit2, "example.org")])
    for subject in ["192.0.2.1", "www.example.net", "Leaf"] {
      for policy in [TrustPolicy.basic, .tls(isServer: true, host: "192.0.2.1")] {
        #expect(try failures(policy, subject: subject, [address], constraints).isEmpty)
      }
    }
    #expect(
      try failures(
        .tls(isServer: true, host: "www.example.net"), subject: "www.example.net", [address],
        constraints) == [TrustFailure(.hostname, at: 0)])
  }

  @Test func theCommonNameIsNoNameBesideOthersOfAnyKind() throws {
    let permitted = [name(.implicit2, "example.org")]
    for one in [
      name(.implicit2, "www.example.org"), name(.implicit1, "a@example.net"),
      name(.implicit6, "https://example.net/"), (.implicit7, [192, 0, 2, 1]),
    ] {
      #expect(try failures([one], permitted: permitted, subject: "www.example.net").isEmpty)
    }
  }

  @Test func theCommonNameIsANameWithoutOthers() throws {
    let permitted = [name(.implicit2, "example.org")]
    #expect(try failures([], permitted: permitted, subject: "www.example.net") == isOutside)
    #expect(try failures([], permitted: permitted, subject: "www.example.org").isEmpty)
    var chain = try TestChain()
    chain.authority.extensions?.append(CertificateForge.nameConstraints(permitted: permitted))
    chain.leaf.subject = CertificateForge.commonName("www.example.net")
    chain.leaf.extensions = [CertificateForge.alternativeNames([])]
    #expect(try chain.outcome().failures == isOutside)
  }

  /// RFC 5280 requires at least one list of subtrees, and at least one subtree in each list.
  @Test func emptyConstraintsFail() throws {
    let subtree = DERWriter.element(
      .sequence, DERWriter.element(.implicit2, Array("example.org".utf8)))
    let hosts = DERWriter.element(.explicit0, subtree)
    for content in [
      // These constraints contain no list, or only empty lists.
      [], [0xA0, 0x00, 0xA1, 0x00], [0xA0, 0x00], [0xA1, 0x00],
      // These constraints contain NULL instead of a list, or inside a list.
      [0x80, 0x00], [0x80, 0x00, 0x81, 0x00], [0x05, 0x00], [0xA0, 0x02, 0x05, 0x00],
      [0xA0, 0x02, 0x05, 0x00, 0xA1, 0x02, 0x05, 0x00],
      // These constraints contain a list with an empty subtree, or an empty list.
      [0xA0, 0x02, 0x30, 0x00], hosts + [0xA1, 0x00], hosts + [0xA1, 0x02, 0x30, 0x00],
    ] as [[UInt8]] {
      let value = DERWriter.element(.sequence, content)
      for isCritical in [true, false] {
        let constraints = CertificateForge.nameConstraints(value, isCritical: isCritical)
        for policy in [TrustPolicy.basic, .tls(isServer: true, host: "www.example.org")] {
          // A certificate with a critical extension that OpenSSL cannot read is not a valid certificate, so `failures`
          // may throw.
          let found = try? failures(policy, [name(.implicit2, "www.example.org")], constraints)
          #expect(found?.isEmpty != true, "\(content)")
        }
      }
    }
    let null = CertificateForge.nameConstraints([0x05, 0x00], isCritical: false)
    #expect(try !failures([name(.implicit2, "www.example.org")], null).isEmpty)
  }

  private func failures(_ names: [Name], _ constraints: [UInt8]) throws -> [TrustFailure] {
    try failures(.basic, names, constraints)
  }

  /// OpenSSL, Go and browsers also treat a domain with a leading dot as a constraint on hosts.
  @Test func aDotBeforeADomainStandsForTheHostsBelowIt() throws {
    let domain = [name(.implicit2, ".example.org")]
    #expect(try failures([name(.implicit2, "www.example.org")], permitted: domain).isEmpty)
    for host in ["example.org", "wwwexample.org", "www.example.net"] {
      #expect(try failures([name(.implicit2, host)], permitted: domain) == isOutside)
    }
    #expect(try failures([name(.implicit2, "www.example.org")], excluded: domain) == isOutside)
    #expect(try failures([name(.implicit2, "example.org")], excluded: domain).isEmpty)
  }

  @Test(arguments: [
    ("anna@example.org", "anna@example.org", true),
    ("anna@example.org", "anna@EXAMPLE.org", true),
    ("anna@example.org", "bob@example.org", false),
    ("example.org", "anna@example.org", true),
    ("example.org", "anna@mail.example.org", false),
    (".example.org", "anna@mail.example.org", true),
    (".example.org", "anna@example.org", false),
    ("example.net", "anna@example.org", false),
  ])
  func aMailboxIsWithinItsDomain(base: String, address: String, isWithin: Bool) throws {
    let (base, address) = (name(.implicit1, base), name(.implicit1, address))
    #expect(try failures([address], permitted: [base]) == (isWithin ? [] : isOutside))
    #expect(try failures([address], excluded: [base]) == (isWithin ? isOutside : []))
    // Constraints on mail addresses do not apply to host names.
    #expect(try failures([name(.implicit2, "www.example.com")], permitted: [base]).isEmpty)
  }

  /// The meaning of a malformed constraint is unknown, so all certificates below the authority fail.
  @Test func malformedConstraintsFail() throws {
    let bases: [Name] =
      [
        "*.example.org", "example.org.", "..example.org", "a..b", ".", "exa mple.org",
        "example.org\0", "http://example.org", "a@example.org", "ex\u{E9}mple.org",
        String(repeating: "a", count: 64) + ".org",
      ].map { name(.implicit2, $0) }
      + ["a@b@example.org", "a@", "a@.example.org", "a@*.example.org", "*.example.org", "."].map {
        name(.implicit1, $0)
      }
      + ["http://example.org", "example.org/", "example.org:80", "."].map { name(.implicit6, $0) }
      + [
        (.implicit7, []), (.implicit7, [192, 0, 2, 1]),
        (.implicit7, [192, 0, 2, 0, 255, 0, 255, 0]),
        (.implicit7, [192, 0, 2, 0, 255, 255, 255, 0, 0]),
        (.implicit7, [UInt8](repeating: 255, count: 31)),
      ]
    for base in bases {
      for name in [name(.implicit2, "www.example.org"), (.implicit7, [192, 0, 2, 1])] {
        #expect(try failures([name], permitted: [base]).contains(isOutside[0]), "\(base)")
        #expect(try failures([name], excluded: [base]).contains(isOutside[0]), "\(base)")
      }
    }
  }

  /// The subtrees of name constraints must not have the minimum and maximum distances of RFC 5280.
  @Test func distancesFail() throws {
    let base = DERWriter.element(.implicit2, Array("example.org".utf8))
    func found(_ rest: [UInt8]) throws -> [TrustFailure] {
      let list = DERWriter.element(.explicit0, DERWriter.element(.sequence, base + rest))
      return try failures(
        [name(.implicit2, "www.example.org")],
        CertificateForge.nameConstraints(DERWriter.element(.sequence, list)))
    }
    #expect(try found([]).isEmpty)
    #expect(try found([0x80, 0x01, 0x00]).isEmpty)
    #expect(try found([0x80, 0x01, 0x01]).contains(isOutside[0]))
    #expect(try found([0x81, 0x01, 0x05]).contains(isOutside[0]))
  }

  @Test func namesThatConstraintsCannotBeComparedWithFail() throws {
    let cases: [(base: Name, names: [Name])] = [
      (
        name(.implicit2, "evil.example"),
        ["www.evil.example.", "www evil", "", ".example.org", "a..b", "www.example.org\0"].map {
          name(.implicit2, $0)
        }
      ),
      (
        name(.implicit1, "evil.example"),
        ["anna", "anna@", "@example.org", "a@b@example.org", "anna@example.org."].map {
          name(.implicit1, $0)
        }
      ),
      (
        name(.implicit6, "evil.example"),
        [
          "urn:x", "https://", "https:///x", "https://a@evil.example/", "https://b/evil:80",
          "https://[::1]/", "https://192.0.2.1/",
        ].map { name(.implicit6, $0) }
      ),
      (
        (.implicit7, [192, 0, 2, 0, 255, 255, 255, 0]),
        [(.implicit7, [192, 0, 2]), (.implicit7, [192, 0, 2, 1, 0])]
      ),
      ((.implicit8, [0x2A, 0x03]), [(.implicit8, [0x2A, 0x04])]),
    ]
    let good = name(.implicit2, "www.example.org")
    for (base, names) in cases {
      for name in names {
        #expect(
          try failures([good, name], excluded: [base]).contains(isOutside[0]), "\(base) \(name)")
        // If no constraint applies to names of this kind, the invalid name is accepted.
        let other: Name = base.0 == .implicit2 ? (.implicit1, base.1) : (.implicit2, [0x7A])
        #expect(try failures([good, name], excluded: [other]).isEmpty, "\(other) \(name)")
      }
    }
  }

  /// An IPv4 address in IPv6 form fails, because clients treat `::ffff:192.0.2.1` and 192.0.2.1 as the same address.
  @Test func addressesOfVersion4InVersion6AreComparedWithNothing() throws {
    func mapped(_ address: [UInt8]) -> [UInt8] {
      .init(repeating: 0, count: 10) + [255, 255] + address
    }
    let name: Name = (.implicit7, mapped([192, 0, 2, 1]))
    let networks: [[UInt8]] = [
      [192, 0, 2, 0, 255, 255, 255, 0], [10, 0, 0, 0, 255, 0, 0, 0],
      [0x20, 1] + .init(repeating: 0, count: 14) + [255, 255] + .init(repeating: 0, count: 14),
    ]
    for network in networks {
      #expect(try failures([name], excluded: [(.implicit7, network)]) == isOutside, "\(network)")
      #expect(try !failures([name], permitted: [(.implicit7, network)]).isEmpty, "\(network)")
    }
    let base: Name = (
      .implicit7, mapped([192, 0, 2, 0]) + .init(repeating: 255, count: 15) + [0]
    )
    for one in [name, (.implicit7, [192, 0, 2, 1])] {
      #expect(try failures([one], excluded: [base]) == isOutside)
      #expect(try failures([one], permitted: [base]).contains(isOutside[0]))
    }
    // IPv4 addresses in IPv6 form are accepted if no constraint applies to IP addresses.
    #expect(try failures([name], excluded: [self.name(.implicit2, "example.org")]).isEmpty)
  }

  @Test func allOfAKindCanBeExcluded() throws {
    for (kind, one) in [
      (DERTag.implicit1, "anna@example.org"), (.implicit2, "www.example.org"),
      (.implicit6, "https://example.org/"),
    ] {
      #expect(try failures([name(kind, one)], excluded: [(kind, [])]) == isOutside)
    }
    let address: Name = (.implicit7, [192, 0, 2, 1])
    let all: [UInt8] = .init(repeating: 0, count: 8)
    #expect(try failures([address], excluded: [(.implicit7, all)]) == isOutside)
    #expect(
      try failures(
        [address], excluded: [name(.implicit1, ""), name(.implicit2, ""), name(.implicit6, "")]
      ).isEmpty)
  }

  @Test func namesWithinTheirConstraintsPass() throws {
    #expect(
      try failures(
        [
          name(.implicit2, "*.example.org"), name(.implicit2, "_x.example.org"),
          name(.implicit2, "XN--A.example.org"), name(.implicit1, "anna@example.org"),
          name(.implicit6, "spiffe://example.org/a/b"), (.implicit7, [192, 0, 2, 1]),
        ],
        permitted: [
          name(.implicit2, "example.org"), name(.implicit1, "example.org"),
          name(.implicit6, "example.org"), (.implicit7, [192, 0, 2, 0, 255, 255, 255, 0]),
        ]
      ).isEmpty)
  }
}
