package import CertificateTrust

/// What the evaluation of a certificate must come to: the `kSecMatch…` keys that need trust settings or a chain
/// (secitem 8).
///
/// The client evaluates, because trust settings are of the user of the program.
package struct CertificateEvaluation: Sendable {
  /// Whether the certificate must lead to an authority that the system or the user trusts.
  package var isTrusted: Bool

  /// What the certificate must be good for; nil for nothing in particular.
  package var policy: TrustPolicy?

  /// The time as of which certificates are evaluated, in seconds since 2001-01-01 00:00:00 UTC; nil for the present.
  package var date: Double?

  package init(isTrusted: Bool = false, policy: TrustPolicy? = nil, date: Double? = nil) {
    self.isTrusted = isTrusted
    self.policy = policy
    self.date = date
  }

  /// Whether a chain is built.
  var needsPath: Bool { isTrusted || policy?.buildsPath == true }
}

extension TrustPolicy {
  /// Whether the policy is about the path, and not about the leaf alone (secitem 8).
  var buildsPath: Bool {
    switch self {
    case .basic, .revocation: true
    case .tls, .mail, .codeSigning, .timeStamping: false
    }
  }
}
