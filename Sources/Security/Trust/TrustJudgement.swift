import Foundation
import KeychainModel
import CertificateTrust

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
      failure.check.isFatal || failure.check.isDenial
        || exceptions?.excepts(failure, outcome.chain) != true
    }
    failures = outcome.failures
    revocation = outcome.revocation
    guard let reported = TrustOutcome(chain: outcome.chain, failures: remaining).reported else {
      result = outcome.failures.isEmpty && !outcome.isDecided ? .unspecified : .proceed
      error = nil
      return
    }
    if remaining.contains(where: \.check.isFatal) {
      result = .fatalTrustFailure
    } else {
      result = remaining.contains(where: \.check.isDenial) ? .deny : .recoverableTrustFailure
    }
    error = TrustErrors.error(reported, remaining, outcome.chain)
  }

  /// A judgement that could not be made.
  init(failed error: KeychainError, _ certificates: [SecCertificate]) {
    chain = Array(certificates.prefix(1))
    failures = []
    revocation = nil
    result = .otherError
    // Trust settings that cannot be read are no fault of this library's.
    let status =
      error.code == .invalidTrustSettings ? errSecInvalidTrustSettings : errSecInternalError
    let failure = Failure(status: status, cause: error.failureCause, reason: error.reason)
    self.error = NSError(failure, description: error.reason)
  }
}
