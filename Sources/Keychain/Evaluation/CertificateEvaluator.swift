import KeychainModel
import CertificateTrust
import X509Certificates

/// Evaluates certificates with the authorities of the system and with trust settings. The evaluator takes the
/// intermediate certificates from the keychain.
///
/// An evaluator serves one request. It reads the trust settings once, and the certificates of each issuer once.
final class CertificateEvaluator {
  private let evaluation: CertificateEvaluation
  private let date: Double
  private let trustSettings: TrustSettingsStore
  /// Finds the certificates of the keychain that have a given normalized subject.
  private let findIssuers: ([UInt8]) throws(KeychainError) -> [Certificate]

  init(
    _ evaluation: CertificateEvaluation, _ trustSettings: TrustSettingsStore,
    findIssuers: @escaping ([UInt8]) throws(KeychainError) -> [Certificate]
  ) {
    self.evaluation = evaluation
    date = evaluation.date ?? SystemClock().now
    self.trustSettings = trustSettings
    self.findIssuers = findIssuers
  }

  /// The cached trust settings. The outer optional is nil until the trust settings are read.
  private var settings: TrustSettingsDomains??

  private func currentSettings() throws(KeychainError) -> TrustSettingsDomains? {
    if let settings { return settings }
    let current = try trustSettings.current()
    settings = .some(current)
    return current
  }

  /// The issuer names, as encoded in certificates, from which no chain leads to an authority.
  private var deadEnds: Set<[UInt8]> = []

  /// The cached intermediate certificates of each issuer name.
  private var intermediates: [[UInt8]: [Certificate]] = [:]

  /// The largest number of intermediate certificates that are used for one certificate.
  private static let intermediateCount = 40

  /// Whether a certificate passes the evaluation. The certificate must be trusted, if the evaluation requires trust.
  /// The certificate must satisfy the policy, if the evaluation has a policy. Returns false when `der` is not a
  /// certificate.
  func passes(_ der: [UInt8]) throws(KeychainError) -> Bool {
    guard let glance = try? PartialCertificate(der: der) else { return false }
    // This shortcut skips certificates whose issuer is known to lead to no authority. The shortcut applies only without
    // trust settings, because the settings may trust or deny the certificate.
    let settings = try currentSettings()
    if evaluation.needsPath, settings == nil, deadEnds.contains(glance.issuer), !SystemAnchors.contain(der) {
      return false
    }
    if let policy = evaluation.policy, !TrustEvaluation.isLeafSuitable(glance, policy) { return false }
    guard let certificate = try? Certificate(der: der) else { return false }
    if evaluation.needsPath {
      let above = try intermediates(above: certificate)
      guard settings != nil || SystemAnchors.mayIssue(certificate, above) else {
        deadEnds.insert(glance.issuer)
        return false
      }
      let policies = [.basic] + (evaluation.policy.map { [$0] } ?? [])
      guard try isGood(certificate, above, policies.filter(\.buildsPath), settings) else { return false }
    }
    guard let policy = evaluation.policy, !policy.buildsPath else { return true }
    guard TrustEvaluation.isLeafValid(certificate, policy, date: date) else { return false }
    return try settings?.deny(leaf: certificate, for: [policy]) != true
  }

  private func isGood(
    _ certificate: Certificate, _ above: [Certificate], _ policies: [TrustPolicy], _ settings: TrustSettingsDomains?
  ) throws(KeychainError) -> Bool {
    var evaluation = TrustEvaluation(certificates: [certificate], policies: policies, date: date)
    evaluation.intermediates = above
    evaluation.settings = settings
    return try evaluation.outcome().failures.isEmpty
  }

  /// Returns the certificates that may be used to build a chain upwards from a certificate.
  private func intermediates(above certificate: Certificate) throws(KeychainError) -> [Certificate] {
    let issuer = certificate.issuer.normalizedContent
    if let known = intermediates[issuer] { return known }
    let found = try Certificate.issuers(above: [certificate], atMost: Self.intermediateCount, find: findIssuers)
    intermediates[issuer] = found
    return found
  }
}
