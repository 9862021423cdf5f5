package import X509Certificates

/// The result of an evaluation.
package struct TrustOutcome: Sendable {
  /// The certificates from the leaf upwards, as far as the chain could be built.
  package let chain: [Certificate]

  /// Empty when the leaf is trusted.
  package let failures: [TrustFailure]

  /// Nil when revocation was not checked.
  package let revocation: RevocationOutcome?

  /// Whether settings made the end of the chain an anchor, or allowed a failure.
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

  /// The failure to report: of the most severe kind, and nearest to the leaf.
  package var reported: TrustFailure? {
    failures.min {
      ($0.check.severity.rawValue, $0.index) < ($1.check.severity.rawValue, $1.index)
    }
  }
}
