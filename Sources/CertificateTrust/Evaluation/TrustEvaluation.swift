package import X509Certificates
package import KeychainModel

/// A judgement on certificates.
package struct TrustEvaluation: Sendable {
  /// The leaf first, then others that may lead from it to an anchor, in any order.
  package var certificates: [Certificate]
  package var policies: [TrustPolicy]
  /// Trusted beside the system's, or in their place.
  package var anchors: [Certificate] = []
  package var trustsSystem = true
  /// Whether roots among the certificates are trusted, if nobody decided against them.
  package var trustsGivenRoots = false
  /// Which certificates may be used at times that are not theirs.
  package var expiry = ExpiryAllowance()
  /// What was decided about certificates; nil when nothing was.
  package var settings: TrustSettingsDomains?
  /// Others that may be part of a chain, those of the keychain for example.
  package var intermediates: [Certificate] = []
  /// What tells whether they were revoked.
  package var evidence = RevocationEvidence()
  /// Whether the network may be asked for that, where a policy asks for it.
  package var mayUseNetwork = false
  /// Whether issuers that are missing may be fetched from where certificates say that they are. A policy of
  /// revocation that forbids the network forbids this as well.
  package var mayFetchIssuers = false
  /// How long is waited for both.
  package var patience = NetworkPatience()
  /// Seconds since 2001-01-01 00:00:00 UTC.
  package var date: Double
  /// The DER of certificates that no path leads over, be they anchors: there may be another around them.
  var avoided: Set<[UInt8]> = []
  /// Until when other chains are looked for; nil for as long as it takes.
  var search: SearchDeadline?

  package init(certificates: [Certificate], policies: [TrustPolicy], date: Double) {
    self.certificates = certificates
    self.policies = policies
    self.date = date
  }

  /// Builds the chain and makes every check of every policy.
  ///
  /// - Throws: `.parameter` without a certificate; `.internalComponent` when OpenSSL fails.
  package func outcome() throws(KeychainError) -> TrustOutcome {
    guard let leaf = certificates.first else {
      throw KeychainError(.parameter, "there is no certificate to judge")
    }
    let decisions = TrustDecisions(self)
    let deadline = NetworkDeadline(patience)
    var evaluation = self
    evaluation.search = search ?? SearchDeadline(seconds: Self.longestSearch)
    let (path, decided, fetched) = try evaluation.path(decisions, deadline)
    let chain = path.chain
    var failures = path.failures
    if let decisions, !path.isProven {
      failures += try decisions.denials(
        ofIssuersIn: chain, among: certificates + intermediates + fetched, path.failures)
    }
    failures += policies.flatMap { LeafChecks.failures(leaf, $0) }
    let (revocations, revocation) = revocation(path, isGood: failures.isEmpty, deadline)
    failures += revocations
    var seen: Set<TrustFailure> = []
    failures = failures.filter { seen.insert($0).inserted }
    guard let decisions else {
      return TrustOutcome(chain: chain, failures: failures, revocation: revocation)
    }
    var remaining: [TrustFailure] = []
    for failure in failures where try !decisions.allow(failure, in: chain) {
      remaining.append(failure)
    }
    let isAnchorDecided = decided.contains { $0.der == chain.last?.der }
    return TrustOutcome(
      chain: chain, failures: remaining, revocation: revocation,
      isDecided: isAnchorDecided || remaining.count < failures.count)
  }

  /// The path, the anchors that somebody decided for, and what was fetched: where it leads nowhere, issuers are,
  /// one after the other, if that is allowed.
  private func path(
    _ decisions: TrustDecisions?, _ deadline: NetworkDeadline
  ) throws(KeychainError) -> (
    CertificatePath, decided: [Certificate], fetched: [Certificate]
  ) {
    let isOffline = RevocationFlags.union(policies)?.contains(.isOffline) ?? false
    var network = mayFetchIssuers && !isOffline ? IssuerNetwork(deadline) : nil
    var fetched: [Certificate] = []
    while true {
      let decided = try decisions?.anchors(self, fetched: fetched) ?? []
      var evaluation = self
      evaluation.anchors += decided
      if trustsGivenRoots { evaluation.anchors += certificates.filter(\.isSelfSigned) }
      evaluation.intermediates += fetched
      let path = try CertificatePath.build(evaluation, decisions, decided)
      guard !path.hasEnd,
        let found = network?.issuers(
          above: path.chain, besides: certificates + evaluation.intermediates)
      else { return (path, decided, fetched) }
      fetched += found
    }
  }

  /// What is known of revocations. The network is asked only about chains that are good otherwise: then
  /// authorities that are trusted say where to ask, and nobody else sends this program anywhere.
  private func revocation(
    _ path: CertificatePath, isGood: Bool, _ deadline: NetworkDeadline
  ) -> ([TrustFailure], RevocationOutcome?) {
    guard let flags = RevocationFlags.union(policies) ?? evidence.flags else { return ([], nil) }
    let check = RevocationCheck(
      chain: path.chain, flags: flags, evidence: evidence, date: date,
      network: mayUseNetwork && isGood ? RevocationNetwork(deadline) : nil)
    var (failures, outcome) = check.run()
    // The issuer of the last is not known then.
    if !path.hasEnd {
      outcome.isChecked = false
      if flags.contains(.requiresResponse) {
        failures.append(TrustFailure(.revocationResponse, at: path.chain.count - 1))
      }
    }
    return (failures, outcome)
  }

  /// In seconds of computing.
  private static let longestSearch = 2.0
}

extension TrustEvaluation {
  /// Whether a certificate says that it is for a purpose, and for the host or the address that is named;
  /// nobody asks whether that can be believed.
  package static func isLeafServing(_ certificate: Certificate, _ policy: TrustPolicy) -> Bool {
    LeafChecks.failures(certificate, policy).isEmpty
  }

  /// The same at a glance.
  package static func isLeafServing(_ certificate: CertificateGlance, _ policy: TrustPolicy) -> Bool {
    LeafChecks.failures(certificate, policy).isEmpty
  }

  /// Whether a certificate by itself is valid at a time, strong enough and good for a purpose; nobody asks
  /// who issued it.
  package static func isLeafGood(
    _ certificate: Certificate, _ policy: TrustPolicy, date: Double
  ) -> Bool {
    // The second in which it ends belongs to it.
    (certificate.notValidBefore <= date && date.rounded(.down) <= certificate.notValidAfter)
      && StrengthChecks.failures([certificate], [policy], isComplete: true).isEmpty
      && LeafChecks.failures(certificate, policy).isEmpty
  }
}
