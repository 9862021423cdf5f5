import TestSupport
import Testing

@testable import PublicKeys

/// What is wrong with a chain (keys-and-certificates 4.2 to 4.6).
@Suite struct TrustEvaluationTests {
  private let server = TrustPolicy.tls(isServer: true, host: "www.example.org")

  private func failures(
    _ policy: TrustPolicy = .basic, _ change: (inout TestChain) throws -> Void = { _ in }
  ) throws -> [TrustFailure] {
    var chain = try TestChain()
    try change(&chain)
    return try chain.outcome(policy).failures
  }

  @Test func aChainToAnAnchorIsTrusted() throws {
    let outcome = try TestChain().outcome()
    #expect(outcome.failures.isEmpty)
    #expect(outcome.chain.map(\.subjectSummary) == ["Leaf", "Authority", "Root"])
    #expect(try failures(server).isEmpty)
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

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func timesThatAreNoneAreOutsideOfEveryCertificate(date: Double) throws {
    let (leaf, authority, root) = try TestChain().certificates()
    var evaluation = TrustEvaluation(
      certificates: [leaf, authority], policies: [.basic], date: date)
    evaluation.anchors = [root]
    evaluation.trustsSystem = false
    #expect(try evaluation.outcome().reported?.check == .validity)
  }

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

  /// Whatever else could be left out as well.
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

  /// Who sends certificates says how long it takes to judge them.
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
      certificates: sent, policies: [server], date: TestChain.date)
    evaluation.trustsSystem = false
    let time = try processorTime {
      let outcome = try evaluation.outcome()
      #expect(!outcome.failures.isEmpty)
      #expect(outcome.chain.count <= 12)
    }
    #expect(time < .seconds(30))
  }

  private static func policies(_ count: Int) -> [UInt8] {
    let policies = (0..<count).flatMap { number -> [UInt8] in
      let digits = [0x81 + UInt8(number >> 14), 0x80 | UInt8(number >> 7 & 0x7F)]
      let identifier = DERWriter.element(
        .objectIdentifier, [0x2A] + digits + [UInt8(number & 0x7F)])
      return DERWriter.element(.sequence, identifier)
    }
    return CertificateForge.certificateExtension(
      ObjectIdentifier.certificatePolicies, isCritical: false,
      DERWriter.element(.sequence, policies))
  }

  /// OpenSSL compares each with every other.
  @Test(arguments: [(500, true), (501, false), (20_000, false)])
  func certificatesWithThousandsOfPoliciesAreNotRead(count: Int, isTrusted: Bool) throws {
    let list = Self.policies(count)
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
        // Nothing is known of its signature.
        #expect(!checks.contains(.weakSignature))
      }
      #expect(time < .seconds(5))
    }
  }

  /// The root is not sent: only who has the settings knows it.
  @Test(arguments: [DERTag.universalString, .bmpString, .printableString])
  func anIssuerWrittenInAnotherWayHidesNoDenial(tag: DERTag) throws {
    let zeros = [UInt8](repeating: 0, count: tag == .universalString ? 3 : 1)
    let text: [UInt8] =
      tag == .printableString ? Array("  rOOT ".utf8) : "Root".utf8.flatMap { zeros + [$0] }
    var chain = try TestChain()
    chain.authority.issuer = CertificateForge.name(bytes: [(ObjectIdentifier.commonName, tag, text)]
    )
    let (leaf, authority, root) = try chain.certificates()
    var list = TrustSettingsList()
    try list.set([TrustSetting(result: .deny)], for: root, modified: 0)
    for certificates in [[leaf, authority, root], [leaf, authority]] {
      var evaluation = TrustEvaluation(
        certificates: certificates, policies: [.basic], date: TestChain.date)
      evaluation.settings = TrustSettingsDomains([list])
      #expect(try evaluation.outcome().failures.contains { $0.check.isDenial })
    }
  }

  @Test func namesAreTheSameThatAreTheSameToOpenSSL() throws {
    func name(_ elements: [([UInt8], DERTag, [UInt8])]) throws -> LooseName {
      LooseName(try DistinguishedName(der: CertificateForge.name(bytes: elements)))
    }
    let (common, other) = (ObjectIdentifier.commonName, ObjectIdentifier.organization)
    let text = Array("é".utf8)
    for tag in [DERTag.printableString, .ia5String, .teletexString] {
      #expect(try name([(common, tag, [0xE9])]) == name([(common, .utf8String, text)]))
    }
    #expect(
      try name([(common, .utf8String, text), (other, .utf8String, text)])
        == name([(other, .utf8String, text), (common, .utf8String, text)]))
    #expect(
      try name([(common, .utf8String, text)]) != name([(other, .utf8String, text)]))
    // Zeros at the end count, strings may be in parts, and bits that are not used say nothing.
    let zero = Array("CA\0".utf8)
    #expect(try name([(common, .utf8String, zero)]) == name([(common, .printableString, zero)]))
    #expect(
      try name([(common, .utf8String, zero)]) != name([(common, .utf8String, Array("CA".utf8))]))
    func rawName(_ value: [UInt8]) throws -> LooseName {
      let pair = DERWriter.element(.sequence, DERWriter.element(.objectIdentifier, common) + value)
      let bytes = DERWriter.element(.sequence, DERWriter.element(.set, pair))
      return LooseName(try DistinguishedName(der: bytes))
    }
    #expect(
      try rawName([0x2C, 6, 0x0C, 1, 0x43, 0x0C, 1, 0x41])
        == name([(common, .utf8String, Array("CA".utf8))]))
    for parts in [
      [0x2C, 5, 0x0C, 0x81, 2, 0x43, 0x41], [0x2C, 8, 0x2C, 0x80, 0x0C, 2, 0x43, 0x41, 0, 0],
      [0x2C, 5, 0x1F, 0x20, 2, 0x43, 0x41], [0x2C, 9, 0x0C, 0x85, 0, 0, 0, 0, 2, 0x43, 0x41],
    ] as [[UInt8]] {
      #expect(try rawName(parts) == name([(common, .utf8String, Array("CA".utf8))]))
    }
    #expect(try rawName([0x03, 1, 0]) == rawName([0x03, 1, 3]))
    #expect(try rawName([0x03, 2, 4, 0xA0]) == rawName([0x03, 2, 4, 0xAF]))
    #expect(try rawName([0x03, 2, 4, 0xA0]) != rawName([0x03, 2, 4, 0xB0]))
    #expect(try rawName([0x23, 4, 0x03, 2, 4, 0xAF]) == rawName([0x03, 2, 4, 0xA0]))
    let nested = (0..<8).reduce([0x0C, 1, 0x43] as [UInt8]) { inner, _ in
      [0x2C, UInt8(inner.count)] + inner
    }
    #expect(try rawName(nested) != name([(common, .utf8String, [0x43])]))
    for broken in [[0, 0, 0], [0, 0, 0xD8, 0]] as [[UInt8]] {
      #expect(try name([(common, .universalString, broken)]) != name([(common, .utf8String, [])]))
    }
  }

  @Test func anIssuerThatIsNotReadHidesNoDenial() throws {
    var chain = try TestChain()
    chain.authority.extensions?.append(Self.policies(501))
    let (leaf, authority, root) = try chain.certificates()
    var list = TrustSettingsList()
    try list.set([TrustSetting(result: .deny)], for: root, modified: 0)
    for certificates in [[leaf, authority, root], [leaf, authority], [leaf]] {
      var evaluation = TrustEvaluation(
        certificates: certificates, policies: [.basic], date: TestChain.date)
      evaluation.settings = TrustSettingsDomains([list])
      let isDenied = try evaluation.outcome().failures.contains { $0.check.isDenial }
      #expect(isDenied == (certificates.count > 1))
    }
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
    // Whichever OpenSSL takes first.
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
        certificates: [leaf] + others, policies: [server], date: TestChain.date)
      evaluation.anchors = [root]
      evaluation.trustsSystem = false
      let outcome = try evaluation.outcome()
      #expect(outcome.failures.isEmpty)
      #expect(outcome.chain.map(\.der) == [leaf, authority, root].map(\.der))
      evaluation.certificates = [leaf, weak]
      #expect(try evaluation.outcome().failures == [TrustFailure(.signatureHash, at: 1)])
    }
  }

  @Test func certificatesOutsideOfTheirTimeAreExpired() throws {
    #expect(
      try failures { $0.leaf.notAfter = (.utcTime, "251231235959Z") }
        == [TrustFailure(.validity, at: 0)])
    #expect(
      try failures { $0.leaf.notBefore = (.utcTime, "260101000001Z") }
        == [TrustFailure(.validity, at: 0)])
    #expect(
      try failures { $0.authority.notAfter = (.utcTime, "251231235959Z") }
        == [TrustFailure(.validity, at: 1)])
    #expect(try failures { $0.leaf.notBefore = (.utcTime, "260101000000Z") }.isEmpty)
  }

  @Test func certificatesOfServersAreNotValidForLong() throws {
    func failures(_ policy: TrustPolicy, _ notBefore: String, _ notAfter: String) throws
      -> [TrustFailure]
    {
      try self.failures(policy) {
        $0.leaf.notBefore = (.utcTime, notBefore)
        $0.leaf.notAfter = (.utcTime, notAfter)
      }
    }
    let tooLong = [TrustFailure(.otherValidityPeriod, at: 0)]
    #expect(TrustCheck.otherValidityPeriod.status == -67901)
    // 825 days, and a second more.
    #expect(try failures(server, "250101000000Z", "270406000000Z").isEmpty)
    #expect(try failures(server, "250101000000Z", "270406000001Z") == tooLong)
    #expect(
      try failures(.tls(isServer: true, host: nil), "250101000000Z", "350101000000Z") == tooLong)
    #expect(try failures(server, "190701000000Z", "350101000000Z") == tooLong)
    #expect(try failures(server, "190630235959Z", "350101000000Z").isEmpty)
    for policy in [TrustPolicy.basic, .tls(isServer: false, host: nil), .mail(address: nil)] {
      #expect(try failures(policy, "250101000000Z", "350101000000Z").isEmpty)
    }
  }

  /// As servers for development are: signed by themselves or not, nobody issued them below the anchor.
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

  @Test func aSignatureMustBeThatOfTheIssuer() throws {
    let found = try failures { $0.authorityKey = try .generate(on: .p256) }
    #expect(found.contains(TrustFailure(.processing, at: 0)))
  }

  @Test func anAuthorityMustSayThatItIsOne() throws {
    #expect(
      try failures {
        $0.authority.extensions = [CertificateForge.basicConstraints(isAuthority: false)]
      } == [TrustFailure(.basicConstraintsCA, at: 1)])
    #expect(
      try failures { $0.authority.extensions = nil } == [TrustFailure(.basicConstraints, at: 1)])
    #expect(TrustCheck.basicConstraints.status == -67604)
    #expect(TrustCheck.basicConstraintsCA.status == -67605)
  }

  @Test func aPathIsNoLongerThanItsAuthoritiesAllow() throws {
    #expect(
      try failures {
        $0.root.extensions = [
          CertificateForge.basicConstraints(isAuthority: true, pathLength: 0)
        ]
      }.map(\.check) == [.pathLength])
    #expect(
      try failures {
        $0.root.extensions = [
          CertificateForge.basicConstraints(isAuthority: true, pathLength: 1)
        ]
      }.isEmpty)
  }

  @Test func anAuthorityThatMayNotSignIsRefused() throws {
    #expect(
      try failures { $0.authority.extensions?.append(CertificateForge.keyUsage(0x80)) }
        == [TrustFailure(.keyUsage, at: 1)])
    #expect(
      try failures { $0.authority.extensions?.append(CertificateForge.keyUsage(0x04)) }.isEmpty)
  }

  @Test func criticalExtensionsMustBeKnown() throws {
    #expect(
      try failures {
        $0.leaf.extensions?.append(
          CertificateForge.certificateExtension([0x2A, 0x03, 0x04], isCritical: true, [5, 0]))
      } == [TrustFailure(.criticalExtensions, at: 0)])
  }

  @Test func namesMustBeWithinTheConstraintsOfTheAuthority() throws {
    #expect(
      try failures {
        $0.authority.extensions?.append(CertificateForge.permittedHosts("example.net"))
      }.map(\.check) == [.nameConstraints])
    #expect(
      try failures {
        $0.authority.extensions?.append(CertificateForge.permittedHosts("example.org"))
      }.isEmpty)
  }

  @Test func policiesThatAnAuthorityRequiresMustBeThere() throws {
    func failures(_ own: [UInt8]?) throws -> [TrustFailure] {
      try self.failures {
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
    // The extension names a policy twice.
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
      try self.failures(policy) {
        $0.leaf.extensions?.append(CertificateForge.purposes(purposes))
      }.map(\.check)
    }
    let client = TrustPolicy.tls(isServer: false, host: nil)
    #expect(try failures(server, [.serverAuthentication]).isEmpty)
    #expect(try failures(server, [.microsoftServerGated]).isEmpty)
    #expect(try failures(server, [.any]).isEmpty)
    #expect(try failures(server, [.clientAuthentication]) == [.extendedKeyUsage])
    #expect(try failures(client, [.clientAuthentication]).isEmpty)
    #expect(try failures(client, [.serverAuthentication]) == [.extendedKeyUsage])
    #expect(try failures(.codeSigning, [.codeSigning]).isEmpty)
    #expect(try failures(.mail(address: nil), [.serverAuthentication]) == [.emailProtectionEKU])
    #expect(try failures(.basic, [.clientAuthentication]).isEmpty)
    #expect(try self.failures(.codeSigning).map(\.check) == [.extendedKeyUsage])
  }

  @Test func weakKeysAndSignaturesAreRefused() throws {
    let small = try failures { $0.leafKey = try .generateRSA(bitCount: 1016) }
    #expect(small == [TrustFailure(.weakKeySize, at: 0)])
    let medium = try failures(server) { $0.leafKey = try .generateRSA(bitCount: 1024) }
    #expect(medium == [TrustFailure(.keySize, at: 0)])
    #expect(try failures { $0.leafKey = try .generateRSA(bitCount: 1024) }.isEmpty)
    #expect(
      try failures(server) { $0.leafKey = try .generate(on: .p224) }
        == [TrustFailure(.keySize, at: 0)])
    #expect(try failures { $0.leafSigner = .sha1 }.isEmpty)
    #expect(
      try failures(server) { $0.leafSigner = .sha1 } == [TrustFailure(.signatureHash, at: 0)])
  }

  @Test(arguments: [
    ("www.example.org", ["www.example.org"], true), ("WWW.Example.ORG.", ["www.example.org"], true),
    ("www.example.org", ["example.org"], false), ("example.org", ["www.example.org"], false),
    ("www.example.org", ["*.example.org"], true), ("example.org", ["*.example.org"], false),
    ("a.b.example.org", ["*.example.org"], false), ("example.org", ["*.org"], false),
    ("www.example.org", ["w*.example.org"], false), ("www.example.org", ["www.*.org"], false),
    ("www.example.org", [], false), ("", [""], false), ("www..org", ["www..org"], false),
    ("127.0.0.1", ["127.0.0.1"], false), ("127.0.0.1.", ["127.0.0.1"], false),
    ("127.0.0.1.", ["*.0.0.1"], false), ("www.example.org", ["www.example.org."], false),
    ("www.example.org..", ["www.example.org"], false), (".", ["."], false),
    ("*.example.org", ["*.example.org"], false), ("\u{212A}.example.org", ["k.example.org"], false),
  ])
  func hostNamesAreCompared(host: String, names: [String], isFor: Bool) {
    #expect(HostMatch.isFor(host, names: names, addresses: []) == isFor)
  }

  @Test func addressesAreComparedAsAddresses() {
    #expect(HostMatch.isFor("127.0.0.1", names: [], addresses: [[127, 0, 0, 1]]))
    #expect(HostMatch.isFor("127.0.0.1.", names: [], addresses: [[127, 0, 0, 1]]))
    #expect(!HostMatch.isFor("127.0.0.2", names: [], addresses: [[127, 0, 0, 1]]))
    let local = [UInt8](repeating: 0, count: 15) + [1]
    #expect(HostMatch.isFor("::1", names: [], addresses: [local]))
    #expect(HostMatch.isFor("0:0:0:0:0:0:0:1", names: [], addresses: [local]))
  }

  @Test func theCommonNameIsNoHostName() throws {
    let found = try failures(server) {
      $0.leaf.subject = CertificateForge.commonName("www.example.org")
      $0.leaf.extensions = nil
    }
    #expect(found == [TrustFailure(.hostname, at: 0)])
  }

  @Test func addressesOfMailAreComparedWithoutCase() throws {
    let policy = TrustPolicy.mail(address: "Anna@Example.org")
    #expect(
      try failures(policy) {
        $0.leaf.extensions = [CertificateForge.alternativeNames([(.implicit1, "anna@example.org")])]
      }.isEmpty)
    #expect(try failures(policy).map(\.check) == [.email])
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
    #expect(try failures(.revocation(flags: 3)).isEmpty)
    #expect(
      try failures(.revocation(flags: 11))
        == [TrustFailure(.revocationResponse, at: 0), TrustFailure(.revocationResponse, at: 1)])
  }
}
