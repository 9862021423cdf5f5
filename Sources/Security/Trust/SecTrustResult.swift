public import Foundation
import CertificateTrust

/// Returns what a judgement came to, under the keys of `TrustResultKeys`: always when it was made and its
/// result; what is wrong with each certificate of the chain; and what is known of revocations. Judges if
/// that has not been done.
public func SecTrustCopyResult(_ trust: SecTrust) -> CFDictionary? {
  let judgement = trust.judgement()
  let result: NSMutableDictionary = [
    kSecTrustEvaluationDate: judgement.made as NSDate,
    kSecTrustResultValue: NSNumber(value: judgement.result.rawValue),
    kSecTrustResultDetails: details(of: judgement),
  ]
  guard let revocation = judgement.revocation else { return result }
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

/// For each certificate of the chain the checks that failed, each false.
private func details(of judgement: TrustJudgement) -> NSArray {
  judgement.chain.indices.map { index in
    let checks = judgement.failures.filter { $0.index == index }.map(\.check.rawValue)
    return NSDictionary(
      objects: checks.map { _ in NSNumber(value: false) },
      forKeys: checks.map { NSString(string: $0) })
  } as NSArray
}
