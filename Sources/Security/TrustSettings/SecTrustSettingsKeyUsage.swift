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
