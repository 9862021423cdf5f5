/// What was found out about certificates.
package struct TrustOutcome: Sendable {
  /// From the leaf upwards, as far as it could be built.
  package let chain: [Certificate]

  /// Empty when the leaf is trusted.
  package let failures: [TrustFailure]

  package init(chain: [Certificate], failures: [TrustFailure]) {
    self.chain = chain
    self.failures = failures
  }

  /// The one that is reported: of the most severe class, nearest to the leaf.
  package var reported: TrustFailure? {
    failures.min {
      ($0.check.severity.rawValue, $0.index) < ($1.check.severity.rawValue, $1.index)
    }
  }
}
