package import CertificateTrust

/// The conditions of a query that require the evaluation of certificates: the `kSecMatch…` keys that need trust
/// settings or a certificate chain (specification: secitem 8).
///
/// The client evaluates the certificates, because trust settings belong to the user of the program.
package struct CertificateEvaluation: Sendable {
  /// Whether the certificate must chain up to an authority that the system or the user trusts.
  package var isTrusted: Bool

  /// The policy that the certificate must satisfy; nil for no policy.
  package var policy: TrustPolicy?

  /// The time for which certificates are evaluated, in seconds since 2001-01-01 00:00:00 UTC; nil for the current
  /// time.
  package var date: Double?

  package init(isTrusted: Bool = false, policy: TrustPolicy? = nil, date: Double? = nil) {
    self.isTrusted = isTrusted
    self.policy = policy
    self.date = date
  }

  /// Whether the evaluation builds a certificate chain.
  var needsPath: Bool { isTrusted || policy?.buildsPath == true }
}

extension TrustPolicy {
  /// Whether the policy checks the whole chain instead of only the leaf (specification: secitem 8).
  var buildsPath: Bool {
    switch self {
    case .basic, .revocation: true
    case .tls, .mail, .codeSigning, .timeStamping: false
    }
  }
}
