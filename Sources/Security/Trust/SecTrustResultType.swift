/// What a judgement came to.
public enum SecTrustResultType: UInt32, Sendable {
  /// Nothing was judged yet.
  case invalid = 0
  /// Trusted, because somebody decided so.
  case proceed = 1
  /// Not used any more.
  case confirm = 2
  /// Refused, because somebody decided so.
  case deny = 3
  /// Trusted: the chain is good.
  case unspecified = 4
  /// Not trusted; the caller can decide otherwise by `SecTrustSetExceptions`.
  case recoverableTrustFailure = 5
  /// Not trusted, and nothing can be done about it.
  case fatalTrustFailure = 6
  /// The judgement failed.
  case otherError = 7
}
