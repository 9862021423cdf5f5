import Foundation
import Security
import TestSupport
import Testing

extension SecTrust {
  fileprivate static func made(_ certificate: SecCertificate) throws -> SecTrust {
    var made: SecTrust?
    SecTrustCreateWithCertificates(certificate, SecPolicyCreateBasicX509(), &made)
    return try #require(made)
  }
}

/// Tests the effect of trust settings on evaluations.
@Suite struct TrustSettingsEffectTests {
  private let chain: DecidedChain

  init() throws { chain = try DecidedChain() }

  @Test func aRootIsTrustedOnceSomebodyDecidedSoAndNoMoreAfterwards() throws {
    #expect(try chain.verdict() == .unknown)
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    #expect(try chain.verdict() == .decided)
    #expect(try chain.verdict(DecidedChain.server) == .decided)
    #expect(try chain.verdict(with: [chain.authority, chain.root]) == .decided)
    #expect(chain.forget(chain.root) == errSecSuccess)
    #expect(try chain.verdict() == .unknown)
  }

  @Test func anAuthorityAndALeafAreTrustedAsRoots() throws {
    for certificate in [chain.authority, chain.leaf] {
      #expect(chain.decide(certificate, decision(.trustAsRoot)) == errSecSuccess)
      #expect(try chain.verdict(DecidedChain.server) == .decided)
      #expect(try chain.verdict(with: []) == .decided)
      #expect(chain.forget(certificate) == errSecSuccess)
      #expect(try chain.verdict() == .unknown)
    }
  }

  @Test func aDeniedIntermediateDeniesWhatItSigned() throws {
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    #expect(chain.decide(chain.authority, decision(.deny)) == errSecSuccess)
    #expect(try chain.verdict() == .denied)
    #expect(try chain.verdict(DecidedChain.server) == .denied)
    #expect(chain.decide(chain.authority, decision(.unspecified)) == errSecSuccess)
    #expect(try chain.verdict() == .decided)
  }

  /// The owner of a denied certificate can change the bytes of the signature: (r, n - s) is valid if (r, s) is valid.
  /// The denial must also apply to the changed certificate.
  @Test func aDenialIsForWhatWasSigned() throws {
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    #expect(chain.decide(chain.authority, decision(.deny)) == errSecSuccess)
    let twin = try chain.authority.withTheOtherSignature()
    #expect(twin.data != chain.authority.data)
    #expect(try chain.verdict(with: [twin]) == .denied)
    #expect(chain.decide(chain.authority, decision(.unspecified)) == errSecSuccess)
    #expect(try chain.verdict(with: [twin]) == .decided)
  }

  /// Two forms of one certificate differ only in their signatures. A denial of one form applies to both forms, whatever
  /// settings the other form has.
  @Test func aDenialOfTheOneFormIsNotHiddenByASettingOfTheOther() throws {
    let twin = try chain.authority.withTheOtherSignature()
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    #expect(chain.decide(chain.authority, decision(.deny)) == errSecSuccess)
    #expect(chain.decide(twin, decision(.unspecified)) == errSecSuccess)
    #expect(try chain.verdict(with: [twin]) == .denied)
    let server = DecidedChain.server
    for (one, other) in [(twin, chain.authority), (chain.authority, twin)] {
      let denied = decision(.deny, [kSecTrustSettingsPolicy: server])
      #expect(chain.decide(one, denied) == errSecSuccess)
      let mail = decision(.deny, [kSecTrustSettingsPolicy: "1.2.840.113635.100.1.8"])
      #expect(chain.decide(other, mail) == errSecSuccess)
      for certificate in [one, other] {
        #expect(try chain.verdict(server, with: [certificate]) == .denied)
        #expect(try chain.verdict(with: [certificate]) == .decided)
      }
    }
  }

  /// Exports the settings, removes all certificates from the exported settings, and imports the result. Settings in the
  /// format of macOS contain no certificates.
  private func importBare() throws {
    var data: CFData?
    chain.keychain.perform { _ = SecTrustSettingsCreateExternalRepresentation(.user, &data) }
    let exported = try #require(data) as Data
    let content = try PropertyListSerialization.propertyList(
      from: exported, options: [], format: nil)
    var list = try #require(content as? [String: Any])
    var records = try #require(list["trustList"] as? [String: [String: Any]])
    for key in records.keys { records[key]?["LatchkeyCertificate"] = nil }
    list["trustList"] = records
    let bare = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    chain.keychain.perform {
      #expect(SecTrustSettingsImportExternalRepresentation(.user, bare as CFData) == errSecSuccess)
    }
  }

  /// A denial from macOS contains only the digest of the certificate.
  @Test func aDenialByDigestIsForBothFormsOfTheSignature() throws {
    let twin = try chain.authority.withTheOtherSignature()
    #expect(chain.decide(chain.authority, decision(.deny)) == errSecSuccess)
    try importBare()
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    #expect(try chain.verdict() == .denied)
    #expect(try chain.verdict(with: [twin]) == .denied)
  }

  /// Imported settings may contain only the digest of a certificate. The next change of the settings adds the
  /// certificate from the keychain.
  @Test func decisionsByDigestGetTheirCertificatesAtTheNextChange() throws {
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    try importBare()
    #expect(try chain.verdict() == .unknown)
    let item: Query = [kSecClass: kSecClassCertificate, kSecValueRef: chain.root]
    #expect(chain.keychain.add(item).status == errSecSuccess)
    #expect(chain.decide(chain.otherRoot, decision(.deny)) == errSecSuccess)
    #expect(try chain.verdict() == .decided)
  }

  /// A search by policy must not find a denied certificate.
  @Test func aDeniedCertificateIsGoodForNothing() throws {
    let keychain = chain.keychain
    for one in [chain.root, chain.authority, chain.leaf] {
      #expect(keychain.add([kSecClass: kSecClassCertificate, kSecValueRef: one]).status == 0)
    }
    let good: Query = [
      kSecClass: kSecClassCertificate, kSecMatchPolicy: DecidedChain.server,
      kSecReturnRef: true,
    ]
    let trusted: Query = good + [kSecMatchTrustedOnly: true]
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    #expect(keychain.find(good).status == errSecSuccess)
    #expect(keychain.find(trusted).status == errSecSuccess)
    let forServers = decision(.deny, [kSecTrustSettingsPolicy: DecidedChain.server])
    for denial in [decision(.deny), forServers] {
      #expect(chain.decide(chain.leaf, denial) == errSecSuccess)
      #expect(keychain.find(good).status == errSecItemNotFound)
      #expect(keychain.find(trusted).status == errSecItemNotFound)
    }
    try Data("x".utf8).write(to: URL(fileURLWithPath: keychain.folder("home/trust-settings.plist")))
    #expect(keychain.find(good).status == errSecInvalidTrustSettings)
  }

  /// `kSecMatchTrustedOnly` finds certificates that the settings trust, and does not find certificates that the
  /// settings deny.
  @Test func settingsCountForSearchesToo() throws {
    let keychain = chain.keychain
    for one in [chain.root, chain.authority, chain.leaf] {
      #expect(keychain.add([kSecClass: kSecClassCertificate, kSecValueRef: one]).status == 0)
    }
    let trusted: Query = [
      kSecClass: kSecClassCertificate, kSecMatchTrustedOnly: true,
      kSecMatchLimit: kSecMatchLimitAll, kSecReturnRef: true,
    ]
    #expect(keychain.find(trusted).status == errSecItemNotFound)
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    #expect(keychain.find(trusted).array.count == 3)
    #expect(chain.decide(chain.authority, decision(.deny)) == errSecSuccess)
    #expect(keychain.find(trusted).array.count == 1)
    try Data("x".utf8).write(to: URL(fileURLWithPath: keychain.folder("home/trust-settings.plist")))
    #expect(keychain.find(trusted).status == errSecInvalidTrustSettings)
    let damages = try keychain.service.administration.verify().damages
    #expect(damages.count == 1 && damages[0].contains("trust-settings.plist"))
  }

  /// Returns whether a search with `kSecMatchTrustedOnly` finds the server certificate of a new chain. The settings
  /// trust the root of the chain.
  private func isFound(
    _ policy: SecPolicy = SecPolicyCreateBasicX509(),
    _ change: (_ root: inout MadeCertificate, _ authority: inout MadeCertificate) -> Void
  ) throws -> Bool {
    let (rootKey, authorityKey) = (try SecKey.made(), try SecKey.made())
    var root = MadeCertificate("Root")
    var authority = MadeCertificate("Authority", issuer: "Root", serial: 2)
    var server = MadeCertificate("Server", issuer: "Authority", serial: 3)
    (root.isAuthority, authority.isAuthority) = (true, true)
    server.hosts = ["*.example.org"]
    server.notBefore = "20190601000000Z"
    change(&root, &authority)
    let anchor = try root.made(rootKey)
    let keychain = DecidedChain.keychain(in: try TemporaryDirectory())
    for one in [
      anchor, try authority.made(authorityKey, signer: rootKey),
      try server.made(.made(), signer: authorityKey),
    ] {
      #expect(keychain.add([kSecClass: kSecClassCertificate, kSecValueRef: one]).status == 0)
    }
    keychain.perform {
      #expect(
        SecTrustSettingsSetTrustSettings(anchor, .user, decision(.trustRoot) as NSDictionary) == 0)
    }
    let status = keychain.find([
      kSecClass: kSecClassCertificate, kSecMatchTrustedOnly: true, kSecMatchPolicy: policy,
      kSecMatchSubjectWholeString: "Server", kSecReturnRef: true,
    ]).status
    #expect(status == errSecSuccess || status == errSecItemNotFound)
    return status == errSecSuccess
  }

  /// A search evaluates the chain with the basic policy. Only the leaf must satisfy the policy in the query
  /// (compatibility: D46 to D48).
  @Test func searchesKnowTheRulesOfAuthorities() throws {
    let server = SecPolicyCreateSSL(true, "www.example.org" as CFString)
    let mail: [UInt8] = [0x2B, 6, 1, 5, 5, 7, 3, 4]
    for policy in [SecPolicyCreateBasicX509(), server] {
      #expect(try isFound(policy) { _, _ in })
      #expect(try isFound(policy) { $1.purposes = [mail] })
      #expect(try isFound(policy) { $1.excludedHosts = ["example.net", ".bad.example.org"] })
      #expect(try !isFound(policy) { $1.excludedHosts = ["bad.example.org"] })
      #expect(try !isFound(policy) { $1.excludedHosts = ["example.org"] })
      // The root is a certificate of version 3 without basic constraints.
      #expect(
        try !isFound(policy) { root, _ in (root.isAuthority, root.subjectKeyID) = (false, [1]) })
    }
  }

  @Test func aDeniedLeafAndADeniedRootAreDenied() throws {
    #expect(chain.decide(chain.root, [] as NSArray) == errSecSuccess)
    #expect(chain.decide(chain.leaf, decision(.deny)) == errSecSuccess)
    #expect(try chain.verdict() == .denied)
    #expect(chain.forget(chain.leaf) == errSecSuccess)
    #expect(chain.decide(chain.root, decision(.deny)) == errSecSuccess)
    #expect(try chain.verdict(with: [chain.authority, chain.root]) == .denied)
  }

  /// If a chain without the denied certificate leads to a trusted root, the evaluation uses this chain.
  @Test func anotherChainAroundADeniedCertificateIsTaken() throws {
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    #expect(chain.decide(chain.otherRoot, nil) == errSecSuccess)
    #expect(chain.decide(chain.authority, decision(.deny)) == errSecSuccess)
    for others in [
      [chain.authority, chain.otherAuthority], [chain.otherAuthority, chain.authority],
    ] {
      #expect(try chain.verdict(with: others) == .decided)
    }
    #expect(chain.decide(chain.otherAuthority, decision(.deny)) == errSecSuccess)
    #expect(try chain.verdict(with: [chain.authority, chain.otherAuthority]) == .denied)
  }

  @Test func aForgedChainAroundADeniedCertificateHidesNoDenial() throws {
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    #expect(chain.decide(chain.otherRoot, nil) == errSecSuccess)
    #expect(try chain.verdict(with: [chain.forgedAuthority, chain.authority]) == .decided)
    #expect(chain.decide(chain.authority, decision(.deny)) == errSecSuccess)
    for others in [
      [chain.authority, chain.forgedAuthority], [chain.forgedAuthority, chain.authority],
    ] {
      #expect(try chain.verdict(with: others) == .denied)
    }
  }

  /// Anyone can certify the key of a denied authority, or make a certificate with the name of the authority. Such
  /// certificates must not hide the denial.
  @Test func aDenialIsNotHiddenByChainsThatNobodyTrusts() throws {
    #expect(chain.decide(chain.authority, decision(.deny)) == errSecSuccess)
    for others in [
      [chain.authority], [chain.authority, chain.root],
      [chain.authority, chain.otherAuthority, chain.otherRoot],
      [chain.otherAuthority, chain.otherRoot, chain.root, chain.authority],
      [chain.forgedAuthority, chain.authority], [chain.forgedAuthority], [chain.otherAuthority],
      [chain.otherAuthority, chain.otherRoot], [],
    ] {
      #expect(try chain.verdict(with: others) == .denied, "\(others)")
      let excepted = try chain.verdict(with: others) { trust in
        #expect(SecTrustSetExceptions(trust, SecTrustCopyExceptions(trust)))
      }
      #expect(excepted == .denied, "\(others)")
    }
    // The denial also applies if the chain contains a certificate that a customer of a trusted authority has signed, an
    // expired certificate, or a certificate that is not for an authority.
    #expect(chain.decide(chain.otherRoot, nil) == errSecSuccess)
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    for others in [
      [chain.customersAuthority, chain.customer],
      [chain.authority, chain.customersAuthority, chain.customer],
      [chain.authority, chain.plainAuthority], [chain.authority, chain.expiredAuthority],
    ] {
      #expect(try chain.verdict(with: others) == .denied, "\(others)")
    }
    #expect(chain.forget(chain.root) == errSecSuccess)
    // `otherRoot` has certified the key of `authority`. The settings trust `otherRoot`, so the evaluation uses the
    // chain to `otherRoot`.
    #expect(try chain.verdict(with: [chain.authority, chain.otherAuthority]) == .decided)
    #expect(
      try chain.verdict(SecPolicyCreateSSL(true, "a.b" as CFString), with: [chain.otherAuthority])
        .status == errSecHostNameMismatch)
  }

  /// An anchor of the caller hides a denial only if a valid chain leads to the anchor.
  @Test func aDenialIsNotHiddenByAForgedChainToAnOwnAnchor() throws {
    #expect(chain.decide(chain.authority, decision(.deny)) == errSecSuccess)
    for others in [
      [chain.forgedAuthority], [chain.customersAuthority, chain.customer],
      [chain.authority, chain.customersAuthority, chain.customer], [chain.plainAuthority],
    ] {
      for excepts in [false, true] {
        let verdict = try chain.verdict(with: others) { trust in
          SecTrustSetAnchorCertificates(trust, [chain.otherRoot] as NSArray)
          if excepts { SecTrustSetExceptions(trust, SecTrustCopyExceptions(trust)) }
        }
        #expect(verdict == .denied, "\(others)")
      }
    }
    let verdict = try chain.verdict(with: [chain.otherAuthority]) {
      SecTrustSetAnchorCertificates($0, [chain.otherRoot] as NSArray)
    }
    #expect(verdict == .trusted)
  }

  /// The settings deny `otherRoot`. The denial does not apply if the evaluation uses another chain: a chain whose error
  /// is allowed, or a chain to an anchor of the caller.
  @Test func aDenialBesideAChainThatIsTrustedIsNone() throws {
    let allowed = decision(.unspecified, [kSecTrustSettingsAllowedError: -2_147_409_654])
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    #expect(chain.decide(chain.expiredAuthority, allowed) == errSecSuccess)
    #expect(chain.decide(chain.otherRoot, decision(.deny)) == errSecSuccess)
    for others in [[chain.expiredAuthority], [chain.expiredAuthority, chain.otherAuthority]] {
      #expect(try chain.verdict(with: others) == .decided)
    }
    #expect(chain.forget(chain.expiredAuthority) == errSecSuccess)
    for others in [[chain.expiredAuthority], [chain.expiredAuthority, chain.otherAuthority]] {
      let verdict = try chain.verdict(with: others) { SecTrustSetOptions($0, .allowExpired) }
      #expect(verdict == .decided)
    }
    for anchor in [chain.root, chain.expiredAuthority] {
      let verdict = try chain.verdict(with: [chain.expiredAuthority, chain.otherAuthority]) {
        SecTrustSetAnchorCertificates($0, [anchor] as NSArray)
      }
      #expect(verdict.status == errSecCertificateExpired)
    }
  }

  /// A denied root has issued a certificate for an authority. A certificate of an untrusted root for the same authority
  /// must not hide the denial.
  @Test func aDeniedRootIsNotHiddenByChainsThatNobodyTrusts() throws {
    #expect(chain.decide(chain.root, decision(.deny)) == errSecSuccess)
    for others in [
      [chain.authority], [chain.authority, chain.otherAuthority, chain.otherRoot],
      [chain.otherAuthority, chain.otherRoot, chain.root, chain.authority],
    ] {
      #expect(try chain.verdict(with: others) == .denied, "\(others)")
    }
    #expect(chain.decide(chain.otherRoot, nil) == errSecSuccess)
    #expect(try chain.verdict(with: [chain.authority, chain.otherAuthority]) == .decided)
  }

  /// A denial of a self-signed certificate does not apply to other certificates with the same key. A denial of the key
  /// would be useless, because the owner of the denied certificate can use another key. It could also affect an owner
  /// who is not denied.
  @Test func aRenewedCertificateThatSignedItselfIsNotDenied() throws {
    let key = try SecKey.made()
    var renewed = MadeCertificate("Own")
    let old = try renewed.made(key)
    renewed.serial = [2]
    let trust = try SecTrust.made(renewed.made(key))
    #expect(chain.decide(old, decision(.deny)) == errSecSuccess)
    chain.keychain.perform {
      var result = SecTrustResultType.invalid
      _ = SecTrustEvaluateWithError(trust, nil)
      SecTrustGetTrustResult(trust, &result)
      #expect(result == .recoverableTrustFailure)
    }
  }

  @Test func theUserIsAskedBeforeTheAdministrator() throws {
    #expect(chain.decide(chain.root, nil, .admin) == errSecSuccess)
    #expect(try chain.verdict() == .decided)
    #expect(chain.decide(chain.root, decision(.deny), .user) == errSecSuccess)
    #expect(try chain.verdict(with: [chain.authority, chain.root]) == .denied)
    #expect(chain.decide(chain.root, decision(.unspecified), .user) == errSecSuccess)
    #expect(try chain.verdict() == .decided)
    #expect(chain.decide(chain.root, decision(.deny), .admin) == errSecSuccess)
    #expect(try chain.verdict(with: [chain.authority, chain.root]) == .denied)
    #expect(chain.decide(chain.root, nil, .user) == errSecSuccess)
    #expect(try chain.verdict() == .decided)
  }

  @Test func aDecisionForAPolicyIsForNoOther() throws {
    let forServers = decision(.trustRoot, [kSecTrustSettingsPolicy: SecPolicyCreateSSL(true, nil)])
    #expect(chain.decide(chain.root, forServers) == errSecSuccess)
    #expect(try chain.verdict(DecidedChain.server) == .decided)
    #expect(try chain.verdict() == .unknown)
    // The setting trusts the root only for TLS servers. With two policies, the root must be trusted for both policies.
    #expect(
      try chain.verdict(DecidedChain.server) { trust in
        SecTrustSetPolicies(trust, [DecidedChain.server, SecPolicyCreateBasicX509()] as NSArray)
      } == .unknown)
    // A revocation policy needs no setting, because revocation is not a use of the certificate.
    let revocation = try #require(SecPolicyCreateRevocation(kSecRevocationOCSPMethod))
    #expect(
      try chain.verdict(DecidedChain.server) { trust in
        SecTrustSetPolicies(trust, [DecidedChain.server, revocation] as NSArray)
      } == .decided)
  }

  @Test func aDenialForOnePolicyOfSeveralDenies() throws {
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    let forServers = decision(.deny, [kSecTrustSettingsPolicy: "1.2.840.113635.100.1.3"])
    #expect(chain.decide(chain.authority, forServers) == errSecSuccess)
    #expect(try chain.verdict() == .decided)
    #expect(try chain.verdict(DecidedChain.server) == .denied)
    #expect(
      try chain.verdict { trust in
        SecTrustSetPolicies(trust, [SecPolicyCreateBasicX509(), DecidedChain.server] as NSArray)
      } == .denied)
  }

  @Test(arguments: [
    ("www.example.org", true), ("WWW.Example.ORG.", true), ("example.org", false),
    ("*.example.org", false), ("www.example.org.evil", false),
  ])
  func aDecisionForAHostIsForNoOther(host: String, isFor: Bool) throws {
    let settings = decision(.trustRoot, [kSecTrustSettingsPolicyString: host])
    #expect(chain.decide(chain.root, settings) == errSecSuccess)
    #expect(try chain.verdict(DecidedChain.server) == (isFor ? .decided : .unknown))
    #expect(try chain.verdict() == .unknown)
    #expect(try chain.verdict(SecPolicyCreateSSL(true, nil)) == .unknown)
  }

  @Test func aDecisionForAUseIsForNoOther() throws {
    func usage(_ usage: SecTrustSettingsKeyUsage) -> [String: Any] {
      [kSecTrustSettingsKeyUsage: usage.rawValue]
    }
    #expect(chain.decide(chain.root, decision(.trustRoot, usage(.useSignature))) == errSecSuccess)
    #expect(try chain.verdict() == .unknown)
    for use in [SecTrustSettingsKeyUsage.useSignCert, .useAny, [.useSignature, .useSignCert]] {
      #expect(chain.decide(chain.root, decision(.trustRoot, usage(use))) == errSecSuccess)
      #expect(try chain.verdict() == .decided)
    }
    #expect(chain.decide(chain.leaf, decision(.deny, usage(.useSignCert))) == errSecSuccess)
    #expect(try chain.verdict() == .decided)
    #expect(chain.decide(chain.leaf, decision(.deny, usage(.useSignature))) == errSecSuccess)
    #expect(try chain.verdict() == .denied)
  }

  /// The first number is an older error number, which the `security` tool uses. The second number is a status.
  @Test(arguments: [-2_147_408_896, Int(errSecHostNameMismatch)])
  func anAllowedErrorIsNoFailure(number: Int) throws {
    let policy = SecPolicyCreateSSL(true, "www.example.net" as CFString)
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    #expect(try chain.verdict(policy).status == errSecHostNameMismatch)
    let allowed = decision(
      .unspecified,
      [kSecTrustSettingsAllowedError: number, kSecTrustSettingsPolicy: DecidedChain.server])
    #expect(chain.decide(chain.leaf, allowed) == errSecSuccess)
    #expect(try chain.verdict(policy) == .decided)
    // A setting for `authority` does not allow an error of `leaf`.
    #expect(chain.forget(chain.leaf) == errSecSuccess)
    #expect(chain.decide(chain.authority, allowed) == errSecSuccess)
    #expect(try chain.verdict(policy).status == errSecHostNameMismatch)
  }

  @Test func anExpiredCertificateIsAllowed() throws {
    let chain = try DecidedChain { $0.notAfter = "20251231000000Z" }
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    #expect(try chain.verdict().status == errSecCertificateExpired)
    let allowed = decision(.unspecified, [kSecTrustSettingsAllowedError: -2_147_409_654])
    #expect(chain.decide(chain.leaf, allowed) == errSecSuccess)
    #expect(try chain.verdict() == .decided)
  }

  /// If two chains have failures, the evaluation uses the chain whose failures a setting allows.
  @Test func aChainWithAllowedErrorsIsTakenBeforeOthers() throws {
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    #expect(chain.decide(chain.otherRoot, nil) == errSecSuccess)
    let (expired, plain) = (chain.expiredAuthority, chain.plainAuthority)
    for others in [[expired, plain], [plain, expired]] {
      #expect(try chain.verdict(with: others).status == errSecCertificateExpired)
    }
    let allowed = [errSecNoBasicConstraints, errSecNoBasicConstraintsCA].map {
      decision(.unspecified, [kSecTrustSettingsAllowedError: Int($0)])
    }
    #expect(chain.decide(plain, allowed as NSArray) == errSecSuccess)
    for others in [[expired, plain], [plain, expired]] {
      #expect(try chain.verdict(with: others) == .decided)
    }
  }

  @Test func theFirstSettingThatFitsDecidesAndADenialComesFirst() throws {
    let forServers: [String: Any] = [kSecTrustSettingsPolicy: DecidedChain.server]
    let settings: [[String: Any]] = [
      decision(.trustRoot), decision(.unspecified), decision(.deny, forServers),
    ]
    #expect(chain.decide(chain.root, settings as NSArray) == errSecSuccess)
    #expect(try chain.verdict() == .decided)
    #expect(try chain.verdict(DecidedChain.server, with: [chain.authority, chain.root]) == .denied)
  }

  /// The caller sets the anchors. The settings of these anchors and of intermediate certificates do not apply, but a
  /// denial of the leaf applies.
  @Test func ownAnchorsAreTrustedRegardlessOfSettings() throws {
    let anchors = [chain.root] as NSArray
    #expect(chain.decide(chain.otherRoot, nil) == errSecSuccess)
    #expect(
      try chain.verdict(with: [chain.otherAuthority]) {
        SecTrustSetAnchorCertificates($0, anchors)
      } == .unknown)
    #expect(
      try chain.verdict(with: [chain.otherAuthority]) {
        SecTrustSetAnchorCertificates($0, anchors)
        SecTrustSetAnchorCertificatesOnly($0, false)
      } == .decided)
    #expect(chain.decide(chain.root, decision(.deny)) == errSecSuccess)
    #expect(chain.decide(chain.authority, decision(.deny)) == errSecSuccess)
    #expect(try chain.verdict { SecTrustSetAnchorCertificates($0, anchors) } == .trusted)
    #expect(chain.decide(chain.leaf, decision(.deny)) == errSecSuccess)
    #expect(try chain.verdict { SecTrustSetAnchorCertificates($0, anchors) } == .denied)
  }

  @Test func whoDecidesForARootTrustsItsServersForAsLongAsTheyAreValid() throws {
    let chain = try DecidedChain { $0.notBefore = "20250101000000Z" }
    let anchors = [chain.root] as NSArray
    let tooLong = DecidedChain.Verdict(
      result: .recoverableTrustFailure, status: errSecCertificateValidityPeriodTooLong)
    #expect(
      try chain.verdict(DecidedChain.server) { SecTrustSetAnchorCertificates($0, anchors) }
        == tooLong)
    #expect(try chain.verdict { SecTrustSetAnchorCertificates($0, anchors) } == .trusted)
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    #expect(try chain.verdict(DecidedChain.server) == .decided)
  }

  @Test func noExceptionIsMadeFromADenial() throws {
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    #expect(chain.decide(chain.authority, decision(.deny)) == errSecSuccess)
    let verdict = try chain.verdict { trust in
      #expect(SecTrustSetExceptions(trust, SecTrustCopyExceptions(trust)))
    }
    #expect(verdict == .denied)
  }

  @Test func theAdministratorCanSwitchTheUsersSettingsOff() throws {
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    #expect(chain.decide(chain.otherRoot, nil, .admin) == errSecSuccess)
    #expect(try chain.verdict() == .decided)
    // docs/file-format.md describes the key `LatchkeyDisableUserTrustSettings` of this file.
    let file = URL(fileURLWithPath: chain.keychain.folder("admin/trust-settings.plist"))
    let content = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: file), options: [], format: nil)
    var list = try #require(content as? [String: Any])
    list["LatchkeyDisableUserTrustSettings"] = true
    try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
      .write(to: file)
    #expect(try chain.verdict() == .unknown)
    #expect(try chain.verdict(with: [chain.otherAuthority]) == .decided)
    #expect(chain.decide(chain.root, nil) == errSecNotAvailable)
  }

  @Test func aDefaultCountsForRootsWithoutSettingsOfTheirOwn() throws {
    let list: [String: Any] = [
      "trustVersion": 1,
      "trustList": [
        "kSecTrustRecordDefaultRootCert": [
          "issuerName": Data(), "serialNumber": Data(), "modDate": Date(),
          "trustSettings": [["kSecTrustSettingsResult": SecTrustSettingsResult.deny.rawValue]],
        ]
      ],
    ]
    let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    chain.keychain.perform {
      #expect(SecTrustSettingsImportExternalRepresentation(.user, data as CFData) == errSecSuccess)
    }
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    #expect(try chain.verdict() == .decided)
    #expect(try chain.verdict(with: [chain.otherAuthority, chain.otherRoot]) == .denied)
  }
}
