import CertificateTrust
public import Foundation

/// Returns the result of the evaluation as a dictionary. Evaluates the certificates first if necessary.
///
/// The dictionary always contains the time of the evaluation (`kSecTrustEvaluationDate`), the result of the evaluation
/// (`kSecTrustResultValue`), and the failures of each certificate in the chain (`kSecTrustResultDetails`). The
/// dictionary contains information about revocation if the evaluation checked revocation.
public func SecTrustCopyResult(_ trust: SecTrust) -> CFDictionary? {
  let evaluationResult = trust.evaluationResult()
  let result: NSMutableDictionary = [
    kSecTrustEvaluationDate: evaluationResult.made as NSDate,
    kSecTrustResultValue: NSNumber(value: evaluationResult.result.rawValue),
    kSecTrustResultDetails: details(of: evaluationResult),
  ]
  guard let revocation = evaluationResult.revocation else { return result }
  result.setObject(NSNumber(value: revocation.isChecked), forKey: kSecTrustRevocationChecked)
  if let reason = revocation.reason {
    result.setObject(NSNumber(value: reason), forKey: kSecTrustRevocationReason)
  }
  if let end = revocation.validUntil {
    result.setObject(
      Date(timeIntervalSinceReferenceDate: end) as NSDate,
      forKey: kSecTrustRevocationValidUntilDate)
  }
  return result
}

/// Returns a dictionary for each certificate of the chain. The keys are the failed checks; each value is false.
private func details(of evaluationResult: TrustEvaluationResult) -> NSArray {
  evaluationResult.chain.indices.map { index in
    let checks = evaluationResult.failures.filter { $0.index == index }.map(\.check.rawValue)
    return NSDictionary(
      objects: checks.map { _ in NSNumber(value: false) },
      forKeys: checks.map { NSString(string: $0) })
  } as NSArray
}

/// The result of an evaluation.
public enum SecTrustResultType: UInt32, Sendable {
  /// No evaluation has been made.
  case invalid = 0
  /// The leaf is trusted because of an explicit decision.
  case proceed = 1
  /// This value is not used any more.
  case confirm = 2
  /// The leaf is rejected because of an explicit decision.
  case deny = 3
  /// The leaf is trusted because the chain is valid.
  case unspecified = 4
  /// The leaf is not trusted, but the caller can override the failures with `SecTrustSetExceptions`.
  case recoverableTrustFailure = 5
  /// The leaf is not trusted, and the caller cannot override the failures.
  case fatalTrustFailure = 6
  /// The evaluation itself failed.
  case otherError = 7
}
