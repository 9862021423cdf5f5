package import KeychainModel
package import X509Certificates

/// An evaluation of certificates.
package struct TrustEvaluation: Sendable {
  /// The leaf, followed by other certificates in any order. The other certificates may be part of the path from the
  /// leaf to an anchor.
  package var certificates: [Certificate]
  package var policies: [TrustPolicy]
  /// The anchors that the caller trusts. The system's anchors are trusted in addition only if `trustsSystem` is true.
  package var anchors: [Certificate] = []
  package var trustsSystem = true
  /// Whether self-signed certificates in `certificates` are trusted as anchors. Trust settings can still deny such a
  /// certificate.
  package var trustsGivenRoots = false
  /// The certificates that are accepted outside of their validity period.
  package var expiry = ExpiryAllowance()
  /// The trust settings; nil when there are none.
  package var settings: TrustSettingsDomains?
  /// Other certificates that may be part of the chain, for example certificates in the keychain.
  package var intermediates: [Certificate] = []
  /// The OCSP responses and revocation lists that the caller supplied.
  package var evidence = RevocationEvidence()
  /// Whether revocation may be checked over the network. A revocation check also requires a policy that requests the
  /// check.
  package var mayUseNetwork = false
  /// Whether missing issuers may be fetched from the addresses in certificates. Issuers are not fetched if a revocation
  /// policy forbids the network.
  package var mayFetchIssuers = false
  /// The time limits for network requests.
  package var timeouts = NetworkTimeouts()
  /// The time at which the certificates must be valid, in seconds since 2001-01-01 00:00:00 UTC.
  package var date: Double
  /// The DER encodings of certificates that the path must not contain, even if they are anchors. The search for another
  /// path sets this property.
  var avoided: Set<[UInt8]> = []
  /// The time limit of the search for other chains; nil for no limit.
  var search: SearchDeadline?

  package init(certificates: [Certificate], policies: [TrustPolicy], date: Double) {
    self.certificates = certificates
    self.policies = policies
    self.date = date
  }

  /// Builds the chain and runs all checks of all policies.
  ///
  /// - Throws: `.parameter` when `certificates` is empty; `.internalComponent` when OpenSSL fails.
  package func outcome() throws(KeychainError) -> TrustOutcome {
    guard let leaf = certificates.first else {
      throw KeychainError(.parameter, "there is no certificate to judge")
    }
    let decisions = EffectiveTrustSettings(self)
    let deadline = NetworkDeadline(timeouts)
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

  /// Builds the path. Also returns the certificates that trust settings made anchors (`decided`), and the fetched
  /// issuers. Fetches missing issuers, one after another, if the network is allowed.
  private func path(
    _ decisions: EffectiveTrustSettings?, _ deadline: NetworkDeadline
  ) throws(KeychainError) -> (
    CertificatePath, decided: [Certificate], fetched: [Certificate]
  ) {
    let isOffline = RevocationFlags.union(policies)?.contains(.isOffline) ?? false
    var network = mayFetchIssuers && !isOffline ? IssuerFetcher(deadline) : nil
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

  /// Checks the revocation of the certificates in a chain. The network is used only if the chain has no other failure.
  /// Therefore only trusted authorities decide which network addresses are contacted.
  private func revocation(
    _ path: CertificatePath, isGood: Bool, _ deadline: NetworkDeadline
  ) -> ([TrustFailure], RevocationOutcome?) {
    guard let flags = RevocationFlags.union(policies) ?? evidence.flags else { return ([], nil) }
    let check = RevocationCheck(
      chain: path.chain, flags: flags, evidence: evidence, date: date,
      network: mayUseNetwork && isGood ? RevocationFetcher(deadline) : nil)
    var (failures, outcome) = check.run()
    // The issuer of the last certificate is unknown, so the revocation of this
    // certificate cannot be checked.
    if !path.hasEnd {
      outcome.isChecked = false
      if flags.contains(.requiresResponse) {
        failures.append(TrustFailure(.revocationResponse, at: path.chain.count - 1))
      }
    }
    return (failures, outcome)
  }

  /// The time limit of the search for other chains, in seconds of processor time.
  private static let longestSearch = 2.0
}

extension TrustEvaluation {
  /// Whether a certificate names the purpose of a policy and the host or address of the policy. This function does not
  /// check whether the certificate is trusted.
  package static func isLeafSuitable(_ certificate: Certificate, _ policy: TrustPolicy) -> Bool {
    LeafChecks.failures(certificate, policy).isEmpty
  }

  /// Whether a partly parsed certificate names the purpose of a policy and the host or address of the policy.
  package static func isLeafSuitable(_ certificate: PartialCertificate, _ policy: TrustPolicy) -> Bool {
    LeafChecks.failures(certificate, policy).isEmpty
  }

  /// Whether a certificate is valid at a time, has a strong key and a strong signature, and is suitable for a purpose.
  /// The issuers of the certificate are not checked.
  package static func isLeafValid(
    _ certificate: Certificate, _ policy: TrustPolicy, date: Double
  ) -> Bool {
    // A certificate is still valid during the last second of its validity period.
    (certificate.notValidBefore <= date && date.rounded(.down) <= certificate.notValidAfter)
      && StrengthChecks.failures([certificate], [policy], isComplete: true).isEmpty
      && LeafChecks.failures(certificate, policy).isEmpty
  }
}

/// The result of an evaluation.
package struct TrustOutcome: Sendable {
  /// The certificates from the leaf towards the anchor. The chain ends at the last certificate that was found.
  package let chain: [Certificate]

  /// The failed checks. The array is empty when the leaf is trusted.
  package let failures: [TrustFailure]

  /// The result of the revocation check; nil when revocation was not checked.
  package let revocation: RevocationOutcome?

  /// Whether trust settings made the last certificate of the chain an anchor, or allowed a failure.
  package let isDecided: Bool

  package init(
    chain: [Certificate], failures: [TrustFailure], revocation: RevocationOutcome? = nil,
    isDecided: Bool = false
  ) {
    self.chain = chain
    self.failures = failures
    self.revocation = revocation
    self.isDecided = isDecided
  }

  /// The failure to report: the most severe failure. Among equally severe failures, the failure nearest to the leaf.
  package var reported: TrustFailure? {
    failures.min {
      ($0.check.severity.rawValue, $0.index) < ($1.check.severity.rawValue, $1.index)
    }
  }
}

/// Selects the certificates of a chain that are accepted when they are expired or not yet valid.
package struct ExpiryAllowance: Sendable {
  /// Whether expired roots are accepted.
  package var includesRoots = false
  /// Whether all other expired certificates are accepted.
  package var includesOthers = false

  package init() {}

  /// Whether the failure concerns the validity period of a certificate that this allowance accepts.
  func allows(_ failure: TrustFailure, in chain: [Certificate]) -> Bool {
    guard failure.check == .validity, includesRoots || includesOthers else { return false }
    let isRoot = failure.index == chain.count - 1 && chain[failure.index].isSelfSigned
    return isRoot ? includesRoots : includesOthers
  }
}
