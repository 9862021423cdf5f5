import X509Certificates
import KeychainModel

/// The trust settings that apply to one evaluation.
struct EffectiveTrustSettings {
  private let domains: TrustSettingsDomains
  private let policies: [TrustPolicy]
  private let leaf: [UInt8]

  /// The caller's own anchors. Trust settings do not apply to these anchors, or to the certificates between such an
  /// anchor and the leaf (documentation of `SecTrustSetAnchorCertificates`).
  private let ownAnchors: Set<[UInt8]>

  /// Whether the evaluation can trust anchors that are not the caller's anchors.
  private let trustsOthers: Bool

  /// Returns nil when there are no trust settings.
  init?(_ evaluation: TrustEvaluation) {
    guard let domains = evaluation.settings, let leaf = evaluation.certificates.first else {
      return nil
    }
    self.domains = domains
    self.leaf = leaf.der
    // A revocation policy does not describe a use of the certificate, so no trust setting applies to a revocation
    // policy.
    let policies = evaluation.policies.filter { if case .revocation = $0 { false } else { true } }
    self.policies = policies.isEmpty ? [.basic] : policies
    ownAnchors = Set(evaluation.anchors.map(\.der))
    trustsOthers = evaluation.trustsSystem
  }

  /// The certificates that trust settings make anchors. Returns only certificates that a path from the given
  /// certificates may contain.
  ///
  /// - Parameter fetched: Certificates from the network. A path may contain fetched certificates, but they are never
  ///   anchors.
  func anchors(
    _ evaluation: TrustEvaluation, fetched: [Certificate] = []
  ) throws(KeychainError) -> [Certificate] {
    guard trustsOthers else { return [] }
    let given = evaluation.certificates + evaluation.intermediates
    let names = Set((given + fetched).map { CanonicalName($0.issuer) })
    let kept = domains.certificates.filter { names.contains(CanonicalName($0.subject)) }
    var seen: Set<[UInt8]> = []
    var anchors: [Certificate] = []
    for one in given + kept where seen.insert(one.der).inserted {
      if try isTrusted(one) { anchors.append(one) }
    }
    return anchors
  }

  /// Whether trust settings trust a certificate for every policy of the evaluation.
  private func isTrusted(_ certificate: Certificate) throws(KeychainError) -> Bool {
    for policy in policies {
      guard try decision(on: certificate, for: policy).isTrusted == true else { return false }
    }
    return true
  }

  /// The certificates of a chain that trust settings deny for at least one policy.
  ///
  /// - Parameter found: The failures that earlier checks found in the chain.
  func denials(
    in chain: [Certificate], _ found: [TrustFailure]
  ) throws(KeychainError) -> [TrustFailure] {
    let isOwn = isCertifiedByOwnAnchor(chain, found)
    var failures: [TrustFailure] = []
    for (index, certificate) in chain.enumerated() {
      if isOwn, index > 0 || ownAnchors.contains(certificate.der) { continue }
      if try isDenied(certificate) {
        failures.append(TrustFailure(.usageConstraints, at: index))
      }
    }
    return failures
  }

  /// The certificates of a chain that a denied authority signed, directly or through other authorities. The chain
  /// itself may contain another certificate of this authority, because anyone can create a second certificate for the
  /// name or the key of a denied authority.
  ///
  /// - Parameters:
  ///   - others: All known certificates that are not in the chain.
  ///   - found: The failures that earlier checks found in the chain.
  func denials(
    ofIssuersIn chain: [Certificate], among others: [Certificate], _ found: [TrustFailure]
  ) throws(KeychainError) -> [TrustFailure] {
    // Trust settings do not apply to certificates between the leaf and an anchor of the caller.
    guard domains.haveDenials, !isCertifiedByOwnAnchor(chain, found) else { return [] }
    var isKnown: Set<[UInt8]> = []
    let all = (others + domains.certificates).filter { isKnown.insert($0.der).inserted }
    let known = Dictionary(grouping: all) { CanonicalName($0.subject) }
    let search = SearchDeadline(seconds: 2)
    var failures: [TrustFailure] = []
    var seen = Set(chain.map(\.der))
    var rest = Array(zip(chain.indices, chain))
    let isUnknown = TrustFailure(.usageConstraints, at: 0)
    while let (index, certificate) = rest.popLast() {
      // After the time limit, no further certificate is examined. The leaf fails, because trust settings may deny a
      // certificate that was not examined.
      guard !search.isOver else { return failures + [isUnknown] }
      let issuers = known[CanonicalName(certificate.issuer)] ?? []
      // A self-signed certificate has no other issuer.
      guard !issuers.isEmpty, !certificate.isSelfSigned else { continue }
      for issuer in issuers {
        guard !search.isOver else { return failures + [isUnknown] }
        // An issuer is also examined if its signature on the certificate cannot be checked, because a certificate above
        // this issuer may be denied.
        guard !seen.contains(issuer.der), certificate.isSigned(by: issuer) ?? true else {
          continue
        }
        seen.insert(issuer.der)
        if try isDenied(issuer) { failures.append(TrustFailure(.usageConstraints, at: index)) }
        rest.append((index, issuer))
      }
    }
    return failures
  }

  /// Whether trust settings deny a certificate for at least one policy of the evaluation.
  private func isDenied(_ certificate: Certificate) throws(KeychainError) -> Bool {
    for policy in policies
    where try decision(on: certificate, for: policy).isTrusted == false { return true }
    return false
  }

  /// Whether trust settings allow a failure for every policy of the evaluation.
  func allow(_ failure: TrustFailure, in chain: [Certificate]) throws(KeychainError) -> Bool {
    guard trustsOthers, !failure.check.isFatal, !failure.check.isDenial,
      chain.indices.contains(failure.index), !endsInOwnAnchor(chain)
    else { return false }
    for policy in policies {
      let allowed = try decision(on: chain[failure.index], for: policy).allowedErrors
      guard allowed.contains(where: { AllowedErrors.allow(failure.check, $0) }) else {
        return false
      }
    }
    return true
  }

  /// Whether an anchor of the caller certified the chain below the anchor. Returns false in two cases:
  ///
  /// - A certificate names the anchor as its issuer, but the anchor did not sign the certificate.
  /// - A certificate below the anchor signed another certificate, but has no right to sign certificates.
  private func isCertifiedByOwnAnchor(_ chain: [Certificate], _ found: [TrustFailure]) -> Bool {
    endsInOwnAnchor(chain)
      && !found.contains { failure in
        switch failure.check {
        case .basicConstraints, .basicConstraintsCA, .keyUsage, .extendedKeyUsage:
          failure.index > 0
        default: failure.check.doubtsCertification
        }
      }
  }

  private func endsInOwnAnchor(_ chain: [Certificate]) -> Bool {
    chain.last.map { ownAnchors.contains($0.der) } ?? false
  }

  private func decision(
    on certificate: Certificate, for policy: TrustPolicy
  ) throws(KeychainError) -> TrustSettingsDomains.Decision {
    try domains.decision(on: certificate, for: policy, isLeaf: certificate.der == leaf)
  }
}
