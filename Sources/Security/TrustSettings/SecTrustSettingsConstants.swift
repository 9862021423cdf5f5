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

/// A domain of trust settings. An evaluation reads the domains in this order.
public enum SecTrustSettingsDomain: UInt32, Sendable {
  /// The trust settings of the user.
  case user = 0
  /// The trust settings of the administrator, for all users.
  case admin = 1
  /// The authorities of the distribution. They cannot be changed.
  case system = 2
}

/// The uses of a certificate's key, as bits of `kSecTrustSettingsKeyUsage`.
public struct SecTrustSettingsKeyUsage: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Makes a set of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Signing and verifying data.
  public static let useSignature = SecTrustSettingsKeyUsage(rawValue: 0x01)
  /// Encrypting and decrypting data.
  public static let useEnDecryptData = SecTrustSettingsKeyUsage(rawValue: 0x02)
  /// Encrypting and decrypting keys.
  public static let useEnDecryptKey = SecTrustSettingsKeyUsage(rawValue: 0x04)
  /// Signing certificates.
  public static let useSignCert = SecTrustSettingsKeyUsage(rawValue: 0x08)
  /// Signing revocation lists and OCSP responses.
  public static let useSignRevocation = SecTrustSettingsKeyUsage(rawValue: 0x10)
  /// Key exchange.
  public static let useKeyExchange = SecTrustSettingsKeyUsage(rawValue: 0x20)
  /// Any use.
  public static let useAny = SecTrustSettingsKeyUsage(rawValue: 0xFFFF_FFFF)
}
