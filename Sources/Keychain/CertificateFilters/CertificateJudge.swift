import KeychainModel
import PublicKeys

/// Judges certificates by the authorities of the system and by trust settings, with the certificates of the keychain as what
/// lies between.
final class CertificateJudge {
  private let issuers: IssuerChains
  private let date: Double
  private let trustSettings: TrustSettingsStore?

  init(issuers: IssuerChains, date: Double?, _ trustSettings: TrustSettingsStore?) {
    self.issuers = issuers
    self.date = date ?? SystemClock().now
    self.trustSettings = trustSettings
  }

  /// The settings, read once for a search; the outer nil before.
  private var settings: TrustSettingsDomains??

  private func currentSettings() throws(KeychainError) -> TrustSettingsDomains? {
    if let settings { return settings }
    let current = try trustSettings?.current()
    settings = .some(current)
    return current
  }

  /// Names of issuers that lead to no authority, as they are written.
  private var deadEnds: Set<[UInt8]> = []

  /// Whether a certificate is trusted, and good for a purpose, as far as a filter asks.
  func passes(
    _ der: [UInt8], _ glance: CertificateGlance, _ filter: CertificateFilter
  ) throws(KeychainError) -> Bool {
    // Most certificates that are not trusted end at a name that no authority has.
    let needsPath = filter.isTrusted || filter.policy?.buildsPath == true
    // Also where no path is built: a denial is for the leaf as well.
    let settings = try currentSettings()
    if needsPath, settings == nil, deadEnds.contains(glance.issuer), !SystemAnchors.contain(der) {
      return false
    }
    if let policy = filter.policy, !TrustEvaluation.isLeafServing(glance, policy) { return false }
    guard let certificate = try? Certificate(der: der) else { return false }
    if needsPath {
      let above = try issuers.above(certificate)
      guard settings != nil || SystemAnchors.mayIssue(certificate, above) else {
        deadEnds.insert(glance.issuer)
        return false
      }
      let policies = [.basic] + (filter.policy.map { [$0] } ?? [])
      guard try isGood(certificate, above, policies.filter(\.buildsPath), settings) else {
        return false
      }
    }
    guard let policy = filter.policy, !policy.buildsPath else { return true }
    guard TrustEvaluation.isLeafGood(certificate, policy, date: date) else { return false }
    return try settings?.deny(leaf: certificate, for: [policy]) != true
  }

  private func isGood(
    _ certificate: Certificate, _ above: [Certificate], _ policies: [TrustPolicy],
    _ settings: TrustSettingsDomains?
  ) throws(KeychainError) -> Bool {
    var evaluation = TrustEvaluation(
      certificates: [certificate], policies: policies, date: date)
    evaluation.intermediates = above
    evaluation.settings = settings
    return try evaluation.outcome().failures.isEmpty
  }
}

extension TrustPolicy {
  /// Whether the policy is about the path, and not about the leaf alone (secitem 8).
  fileprivate var buildsPath: Bool {
    switch self {
    case .basic, .revocation: true
    case .tls, .mail, .codeSigning, .timeStamping: false
    }
  }
}
