import Keychain
import CertificateTrust

/// The `kSecMatch…` keys of a dictionary that concern certificates. The object is made when the first such key is
/// read, because most dictionaries have none.
final class CertificateOptions {
  var filter = CertificateFilter()

  /// Whether the chain of the certificate must end at a trusted authority.
  var isTrusted = false

  /// The policy that the certificate must satisfy.
  var policy: TrustPolicy?

  /// The evaluation that the certificate must pass; nil if none is required.
  var evaluation: CertificateEvaluation? {
    guard isTrusted || policy != nil else { return nil }
    return CertificateEvaluation(isTrusted: isTrusted, policy: policy, date: filter.validity)
  }

  /// Keys about the subject whose value has the wrong type. Other classes ignore them.
  var malformedKeys: [String] = []

  /// Whether issuers were given, but none is a valid name. A search ignores them; an update or a delete must fail.
  var hasOnlyMalformedIssuers = false
}
