import CertificateTrust
import Foundation
import KeychainModel
import X509Certificates

/// The result of an evaluation, for the public functions.
struct TrustEvaluationResult {
  let chain: [SecCertificate]
  let failures: [TrustFailure]
  let result: SecTrustResultType
  /// The error; nil if the leaf is trusted.
  let error: NSError?
  /// The result of the revocation check; nil if no policy required such a check.
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

  /// Makes the result of an evaluation that failed with an error.
  init(failed error: KeychainError, _ certificates: [SecCertificate]) {
    chain = Array(certificates.prefix(1))
    failures = []
    revocation = nil
    result = .otherError
    // Unreadable trust settings have their own status, because they are no internal error.
    let status =
      error.code == .invalidTrustSettings ? errSecInvalidTrustSettings : errSecInternalError
    let failure = Failure(status: status, cause: error.failureCause, reason: error.reason)
    self.error = NSError(failure, description: error.reason)
  }
}

/// The error objects of evaluations (specification: keys-and-certificates 4.3).
enum TrustErrors {
  static func error(
    _ reported: TrustFailure, _ all: [TrustFailure], _ chain: [Certificate]
  ) -> NSError {
    let name = chain.indices.contains(reported.index) ? chain[reported.index].subjectSummary : nil
    let text = "“\(name ?? "")” certificate \(sentence(reported.check))"
    let details = all.map { "Certificate \($0.index) failed the check \($0.check.rawValue)" }
    let underlying = NSError(
      domain: NSOSStatusErrorDomain, code: Int(reported.check.status),
      userInfo: [NSLocalizedDescriptionKey: details.joined(separator: "; ")])
    return NSError(
      domain: NSOSStatusErrorDomain, code: Int(reported.check.status),
      userInfo: [NSLocalizedDescriptionKey: text, NSUnderlyingErrorKey: underlying])
  }

  /// Returns the text that describes a failure. The caller puts the name of the certificate before this text, so that
  /// both form a sentence.
  static func sentence(_ check: TrustCheck) -> String {
    switch check.severity {
    case .blocked, .denied: "is blocked"
    case .revoked: "is revoked"
    case .keySize: "is using a broken key size"
    case .weakHash: "is using a broken signature algorithm"
    case .compliance: "is not standards compliant"
    case .pinning, .invalid: "is not permitted for this usage"
    case .trust: "is not trusted"
    case .usage: "is not permitted for this usage"
    case .name: "name does not match input"
    case .expired: "is expired"
    }
  }
}
