/// The result of an evaluation.
public enum SecTrustResultType: UInt32, Sendable {
  /// No evaluation has been made.
  case invalid = 0
  /// Trusted by an explicit decision.
  case proceed = 1
  /// No longer used.
  case confirm = 2
  /// Rejected by an explicit decision.
  case deny = 3
  /// Trusted: the chain is valid.
  case unspecified = 4
  /// Not trusted, but the caller can override the failures with `SecTrustSetExceptions`.
  case recoverableTrustFailure = 5
  /// Not trusted, and the failures cannot be overridden.
  case fatalTrustFailure = 6
  /// The evaluation itself failed.
  case otherError = 7
}
