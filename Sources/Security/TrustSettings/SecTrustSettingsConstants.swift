/// A decision on a certificate, as a value of `kSecTrustSettingsResult`.
public enum SecTrustSettingsResult: UInt32, Sendable {
  /// Trust settings never contain this value.
  case invalid = 0
  /// The self-signed certificate is trusted as a root.
  case trustRoot = 1
  /// The certificate is trusted like a root, although it is not self-signed.
  case trustAsRoot = 2
  /// The certificate is not trusted.
  case deny = 3
  /// The certificate is neither trusted nor denied.
  case unspecified = 4
}

/// A domain of trust settings. An evaluation reads the domains in the order of their numbers.
public enum SecTrustSettingsDomain: UInt32, Sendable {
  /// The trust settings of the user.
  case user = 0
  /// The trust settings of the administrator, for all users.
  case admin = 1
  /// The authorities of the distribution. Programs cannot change this domain.
  case system = 2
}

/// The uses of a certificate's key, as bits of `kSecTrustSettingsKeyUsage`.
public struct SecTrustSettingsKeyUsage: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Makes a set of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The key signs and verifies data.
  public static let useSignature = SecTrustSettingsKeyUsage(rawValue: 0x01)
  /// The key encrypts and decrypts data.
  public static let useEnDecryptData = SecTrustSettingsKeyUsage(rawValue: 0x02)
  /// The key encrypts and decrypts other keys.
  public static let useEnDecryptKey = SecTrustSettingsKeyUsage(rawValue: 0x04)
  /// The key signs certificates.
  public static let useSignCert = SecTrustSettingsKeyUsage(rawValue: 0x08)
  /// The key signs revocation lists and OCSP responses.
  public static let useSignRevocation = SecTrustSettingsKeyUsage(rawValue: 0x10)
  /// Key exchange.
  public static let useKeyExchange = SecTrustSettingsKeyUsage(rawValue: 0x20)
  /// Any use.
  public static let useAny = SecTrustSettingsKeyUsage(rawValue: 0xFFFF_FFFF)
}
