import X509Certificates
import KeychainModel

/// What settings mean for one judgement.
struct TrustDecisions {
  private let domains: TrustSettingsDomains
  private let policies: [TrustPolicy]
  private let leaf: [UInt8]

  /// The caller's own anchors: they, and what lies between them and the leaf, are judged regardless of
  /// settings, as the documentation of `SecTrustSetAnchorCertificates` says.
  private let ownAnchors: Set<[UInt8]>

  /// Whether others than the caller's anchors may be trusted.
  private let trustsOthers: Bool

  /// Nil where nothing was decided about anything.
  init?(_ evaluation: TrustEvaluation) {
    guard let domains = evaluation.settings, let leaf = evaluation.certificates.first else {
      return nil
    }
    self.domains = domains
    self.leaf = leaf.der
    // Whether a certificate was revoked is no use of it.
    let policies = evaluation.policies.filter { if case .revocation = $0 { false } else { true } }
    self.policies = policies.isEmpty ? [.basic] : policies
    ownAnchors = Set(evaluation.anchors.map(\.der))
    trustsOthers = evaluation.trustsSystem
  }

  /// The certificates that a decision makes anchors, of those that a path of these can come to.
  ///
  /// - Parameter fetched: Others that a path may lead over, and that are no anchors: the network sent them.
  func anchors(
    _ evaluation: TrustEvaluation, fetched: [Certificate] = []
  ) throws(KeychainError) -> [Certificate] {
    guard trustsOthers else { return [] }
    let given = evaluation.certificates + evaluation.intermediates
    let names = Set((given + fetched).map { LooseName($0.issuer) })
    let kept = domains.certificates.filter { names.contains(LooseName($0.subject)) }
    var seen: Set<[UInt8]> = []
    var anchors: [Certificate] = []
    for one in given + kept where seen.insert(one.der).inserted {
      if try isTrusted(one) { anchors.append(one) }
    }
    return anchors
  }

  /// For every policy of the judgement.
  private func isTrusted(_ certificate: Certificate) throws(KeychainError) -> Bool {
    for policy in policies {
      guard try decision(on: certificate, for: policy).isTrusted == true else { return false }
    }
    return true
  }

  /// The certificates of a chain that are denied, for any policy.
  ///
  /// - Parameter found: What is wrong with the chain otherwise.
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

  /// The certificates of a chain that denied authorities signed, or others below such a one, whatever stands above
  /// them in the chain: anybody can certify the key of such an authority, or make a certificate of its name.
  ///
  /// - Parameters:
  ///   - others: All that are known besides.
  ///   - found: What is wrong with the chain otherwise.
  func denials(
    ofIssuersIn chain: [Certificate], among others: [Certificate], _ found: [TrustFailure]
  ) throws(KeychainError) -> [TrustFailure] {
    // Between the leaf and an anchor of the caller's no settings count.
    guard domains.haveDenials, !isCertifiedByOwnAnchor(chain, found) else { return [] }
    var isKnown: Set<[UInt8]> = []
    let all = (others + domains.certificates).filter { isKnown.insert($0.der).inserted }
    let known = Dictionary(grouping: all) { LooseName($0.subject) }
    let search = SearchDeadline(seconds: 2)
    var failures: [TrustFailure] = []
    var seen = Set(chain.map(\.der))
    var rest = Array(zip(chain.indices, chain))
    let isUnknown = TrustFailure(.usageConstraints, at: 0)
    while let (index, certificate) = rest.popLast() {
      // So many that nobody knows what is among them.
      guard !search.isOver else { return failures + [isUnknown] }
      let issuers = known[LooseName(certificate.issuer)] ?? []
      // One that signed itself was certified by nobody else.
      guard !issuers.isEmpty, !certificate.isSelfSigned else { continue }
      for issuer in issuers {
        guard !search.isOver else { return failures + [isUnknown] }
        // One that nobody can read may be there to hide what is above it.
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

  /// For any policy of the judgement.
  private func isDenied(_ certificate: Certificate) throws(KeychainError) -> Bool {
    for policy in policies
    where try decision(on: certificate, for: policy).isTrusted == false { return true }
    return false
  }

  /// Whether a failure is one that a decision lives with, under every policy.
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

  /// Whether an anchor of the caller's certified what is below it: anybody can write its name as that of an issuer,
  /// and whoever has a certificate of it can sign others.
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
