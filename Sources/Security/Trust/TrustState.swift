import Foundation
import KeychainModel
import CertificateTrust

/// The state of a trust object. Every change of the state discards the stored evaluation.
struct TrustState {
  let certificates: [SecCertificate]
  var policies: [SecPolicy] { didSet { forget() } }
  /// The anchors; nil if the program set no anchors.
  var anchors: [SecCertificate]? { didSet { forget() } }
  var trustsOnlyAnchors = false { didSet { forget() } }
  /// The time at which certificates must be valid, in seconds since 2001-01-01 00:00:00 UTC; nil for the time of the
  /// evaluation.
  var date: Double? { didSet { forget() } }
  var exceptions: TrustExceptions? { didSet { forget() } }
  /// The argument of `SecTrustSetNetworkFetchAllowed`; nil if the program did not call this function.
  var mayUseNetwork: Bool? { didSet { forget() } }
  var evidence = RevocationEvidence() { didSet { forget() } }
  var options: SecTrustOptionFlags = [] { didSet { forget() } }
  private var kept: (evaluationResult: TrustEvaluationResult, policies: [TrustPolicy])?
  /// The number of changes of the state.
  private var revision = 0

  init(_ certificates: [SecCertificate], _ policies: [SecPolicy]) {
    self.certificates = certificates
    self.policies = policies
  }

  /// Whether an evaluation may fetch missing issuers. The default is false, because the certificate that contains the
  /// address is not verified before the fetch.
  var mayFetchIssuers: Bool { mayUseNetwork ?? options.contains(.fetchIssuerFromNet) }

  private mutating func forget() {
    kept = nil
    revision += 1
  }

  /// The stored evaluation of the current state. Nil if the state was not evaluated, or if a program has changed the
  /// properties of a policy since the evaluation.
  var evaluationResult: TrustEvaluationResult? {
    kept.flatMap { $0.policies == policies.map(\.policy) ? $0.evaluationResult : nil }
  }

  /// Stores the evaluation `made`. Does not store it if the state has changed since `state` was copied, or if another
  /// thread has already stored an evaluation.
  ///
  /// - Parameter policies: The policies of the evaluation, copied before the evaluation.
  /// - Returns: `made`, or the evaluation that another thread has already stored for the same state.
  mutating func keep(
    _ made: TrustEvaluationResult, of state: TrustState, _ policies: [TrustPolicy]
  ) -> TrustEvaluationResult {
    guard revision == state.revision else { return made }
    if let evaluationResult { return evaluationResult }
    kept = (made, policies)
    return made
  }

  /// Evaluates the certificates under the given policies. The caller passes a copy of the policies, because a program
  /// can change the properties of a policy during the evaluation.
  func evaluated(_ policies: [TrustPolicy]) -> TrustEvaluationResult {
    var evaluation = TrustEvaluation(
      certificates: certificates.map(\.certificate), policies: policies,
      date: date ?? Date().timeIntervalSinceReferenceDate)
    evaluation.anchors = (anchors ?? []).map(\.certificate)
    evaluation.trustsSystem = !trustsOnlyAnchors
    // If the program cannot use the keychain, the evaluation continues without the certificates of the keychain.
    // Without these certificates, the evaluation may find fewer chains.
    if let context = try? KeychainContext.resolve() {
      evaluation.intermediates = KeychainIssuers(context: context).above(evaluation.certificates)
    }
    evaluation.evidence = evidence
    evaluation.mayUseNetwork = mayUseNetwork ?? true
    evaluation.mayFetchIssuers = mayFetchIssuers
    options.apply(to: &evaluation)
    do throws(KeychainError) {
      evaluation.settings = try KeychainContext.trustSettings().current()
      return TrustEvaluationResult(try evaluation.outcome(), exceptions)
    } catch {
      return TrustEvaluationResult(failed: error, certificates)
    }
  }
}
