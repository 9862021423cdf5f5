import Foundation
import CertificateTrust
import X509Certificates

/// The error objects of evaluations (keys-and-certificates 4.3).
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

  /// Returns the predicate of a sentence that describes a failure. Its subject is the name of the certificate.
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
