import Foundation
import KeychainModel
import CertificateTrust

/// What a trust object holds. Every change forgets the judgement.
struct TrustState {
  let certificates: [SecCertificate]
  var policies: [SecPolicy] { didSet { forget() } }
  /// Nil when none were set.
  var anchors: [SecCertificate]? { didSet { forget() } }
  var trustsOnlyAnchors = false { didSet { forget() } }
  /// Seconds since 2001-01-01 00:00:00 UTC; nil for the time of the judgement.
  var date: Double? { didSet { forget() } }
  var exceptions: TrustExceptions? { didSet { forget() } }
  /// What `SecTrustSetNetworkFetchAllowed` said; nil when it was not called.
  var mayUseNetwork: Bool? { didSet { forget() } }
  var evidence = RevocationEvidence() { didSet { forget() } }
  var options: SecTrustOptionFlags = [] { didSet { forget() } }
  private var kept: (judgement: TrustJudgement, policies: [TrustPolicy])?
  /// Counts the changes.
  private var revision = 0

  init(_ certificates: [SecCertificate], _ policies: [SecPolicy]) {
    self.certificates = certificates
    self.policies = policies
  }

  /// Whether issuers that are missing may be fetched. Unless somebody said so they are not: nobody vouches for
  /// the certificate that says where from.
  var mayFetchIssuers: Bool { mayUseNetwork ?? options.contains(.fetchIssuerFromNet) }

  private mutating func forget() {
    kept = nil
    revision += 1
  }

  /// The judgement of the state; nil when there is none, and when the properties of a policy were set since.
  var judgement: TrustJudgement? {
    kept.flatMap { $0.policies == policies.map(\.policy) ? $0.judgement : nil }
  }

  /// Keeps a judgement, unless there was a change since its state was this one.
  ///
  /// - Parameter policies: The policies as they were before it was made.
  /// - Returns: The one that counts for that state: another thread may have been faster.
  mutating func keep(
    _ made: TrustJudgement, of state: TrustState, _ policies: [TrustPolicy]
  ) -> TrustJudgement {
    guard revision == state.revision else { return made }
    if let judgement { return judgement }
    kept = (made, policies)
    return made
  }

  /// Makes a judgement under policies as they were at one moment: a program may set the properties of a policy
  /// meanwhile.
  func judged(_ policies: [TrustPolicy]) -> TrustJudgement {
    var evaluation = TrustEvaluation(
      certificates: certificates.map(\.certificate), policies: policies,
      date: date ?? Date().timeIntervalSinceReferenceDate)
    evaluation.anchors = (anchors ?? []).map(\.certificate)
    evaluation.trustsSystem = !trustsOnlyAnchors
    // Without them fewer chains are found: a program that may not use the keychain is judged for all the same.
    if let context = try? KeychainContext.resolve() {
      evaluation.intermediates = KeychainIssuers(context: context).above(evaluation.certificates)
    }
    evaluation.evidence = evidence
    evaluation.mayUseNetwork = mayUseNetwork ?? true
    evaluation.mayFetchIssuers = mayFetchIssuers
    options.apply(to: &evaluation)
    do throws(KeychainError) {
      evaluation.settings = try KeychainContext.trustSettings().current()
      return TrustJudgement(try evaluation.outcome(), exceptions)
    } catch {
      return TrustJudgement(failed: error, certificates)
    }
  }
}
