import Foundation
import KeychainModel
import PublicKeys

/// What a judgement came to.
struct TrustJudgement {
  let chain: [SecCertificate]
  let failures: [TrustFailure]
  let result: SecTrustResultType
  /// Nil when the leaf is trusted.
  let error: NSError?
  /// Nil when nobody asked whether certificates were revoked.
  let revocation: RevocationOutcome?
  let made = Date()

  init(_ outcome: TrustOutcome, _ exceptions: TrustExceptions?) {
    chain = outcome.chain.map { SecCertificate($0) }
    let remaining = outcome.failures.filter { failure in
      failure.check.isFatal
        || exceptions?.excepts(failure, outcome.chain) != true
    }
    failures = outcome.failures
    revocation = outcome.revocation
    guard let reported = TrustOutcome(chain: outcome.chain, failures: remaining).reported else {
      result = outcome.failures.isEmpty ? .unspecified : .proceed
      error = nil
      return
    }
    result =
      remaining.contains(where: \.check.isFatal) ? .fatalTrustFailure : .recoverableTrustFailure
    error = TrustErrors.error(reported, remaining, outcome.chain)
  }

  /// A judgement that could not be made.
  init(failed error: KeychainError, _ certificates: [SecCertificate]) {
    chain = Array(certificates.prefix(1))
    failures = []
    revocation = nil
    result = .otherError
    self.error = NSError(
      domain: NSOSStatusErrorDomain, code: Int(errSecInternalError),
      userInfo: [NSLocalizedDescriptionKey: error.reason])
  }
}
