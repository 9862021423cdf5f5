import Foundation
import KeychainModel
import PublicKeys

/// What a trust object holds. Every change forgets the judgement.
struct TrustState {
  let certificates: [SecCertificate]
  var policies: [SecPolicy] { didSet { judgement = nil } }
  /// Nil for the system's.
  var anchors: [SecCertificate]? { didSet { judgement = nil } }
  var trustsOnlyAnchors = false { didSet { judgement = nil } }
  /// Seconds since 2001-01-01 00:00:00 UTC; nil for the time of the judgement.
  var date: Double? { didSet { judgement = nil } }
  var exceptions: TrustExceptions? { didSet { judgement = nil } }
  var mayUseNetwork = true { didSet { judgement = nil } }
  var evidence = RevocationEvidence() { didSet { judgement = nil } }
  var options: SecTrustOptionFlags = [] { didSet { judgement = nil } }
  private var judgement: TrustJudgement?

  init(_ certificates: [SecCertificate], _ policies: [SecPolicy]) {
    self.certificates = certificates
    self.policies = policies
  }

  /// The judgement, made if there is none since the last change.
  mutating func judge() -> TrustJudgement {
    if let judgement { return judgement }
    var evaluation = TrustEvaluation(
      certificates: certificates.map(\.certificate), policies: policies.map(\.policy),
      date: date ?? Date().timeIntervalSinceReferenceDate)
    evaluation.anchors = (anchors ?? []).map(\.certificate)
    evaluation.trustsSystem = anchors == nil || !trustsOnlyAnchors
    evaluation.evidence = evidence
    evaluation.mayUseNetwork = mayUseNetwork
    options.apply(to: &evaluation)
    let made: TrustJudgement
    do throws(KeychainError) {
      evaluation.settings = try KeychainContext.trustSettings().current()
      made = TrustJudgement(options.applied(to: try evaluation.outcome()), exceptions)
    } catch {
      made = TrustJudgement(failed: error, certificates)
    }
    judgement = made
    return made
  }
}
