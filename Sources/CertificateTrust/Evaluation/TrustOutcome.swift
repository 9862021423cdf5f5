package import X509Certificates

/// What was found out about certificates.
package struct TrustOutcome: Sendable {
  /// From the leaf upwards, as far as it could be built.
  package let chain: [Certificate]

  /// Empty when the leaf is trusted.
  package let failures: [TrustFailure]

  /// Nil when nobody asked whether certificates were revoked.
  package let revocation: RevocationOutcome?

  /// Whether settings made an anchor of where the chain ends, or allowed what would be a failure.
  package let isDecided: Bool

  package init(
    chain: [Certificate], failures: [TrustFailure], revocation: RevocationOutcome? = nil,
    isDecided: Bool = false
  ) {
    self.chain = chain
    self.failures = failures
    self.revocation = revocation
    self.isDecided = isDecided
  }

  /// The one that is reported: of the most severe class, nearest to the leaf.
  package var reported: TrustFailure? {
    failures.min {
      ($0.check.severity.rawValue, $0.index) < ($1.check.severity.rawValue, $1.index)
    }
  }
}
