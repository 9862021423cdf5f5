/// A decision on a certificate: the values of `kSecTrustSettingsResult`.
public enum SecTrustSettingsResult: UInt32, Sendable {
  /// Never used in trust settings.
  case invalid = 0
  /// Trusted as a root. For self-signed certificates.
  case trustRoot = 1
  /// Trusted as if it were a root. For certificates that are not self-signed.
  case trustAsRoot = 2
  /// Not trusted.
  case deny = 3
  /// Neither trusted nor denied.
  case unspecified = 4
}
