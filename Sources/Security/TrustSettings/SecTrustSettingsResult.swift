/// What was decided about a certificate: the values of `kSecTrustSettingsResult`.
public enum SecTrustSettingsResult: UInt32, Sendable {
  /// Never in trust settings.
  case invalid = 0
  /// Trusted as a root. For certificates that are signed by themselves.
  case trustRoot = 1
  /// Trusted as if it were a root. For the others.
  case trustAsRoot = 2
  /// Not trusted.
  case deny = 3
  /// Neither.
  case unspecified = 4
}
