import Keychain
import CertificateTrust

/// What the `kSecMatch…` keys of a dictionary say about certificates. Made for one dictionary when the first
/// of them is read: most have none.
final class CertificateOptions {
  var filter = CertificateFilter()

  /// Whether the certificate must lead to a trusted authority.
  var isTrusted = false

  /// What the certificate must be good for.
  var policy: TrustPolicy?

  /// What the evaluation of the certificate must come to; nil when nothing is evaluated.
  var evaluation: CertificateEvaluation? {
    guard isTrusted || policy != nil else { return nil }
    return CertificateEvaluation(isTrusted: isTrusted, policy: policy, date: filter.validity)
  }

  /// Keys about subjects whose value has the wrong type: other classes ignore them.
  var malformedKeys: [String] = []

  /// Whether the issuers that are given are none: a search ignores them, and a change must not.
  var hasOnlyMalformedIssuers = false
}
