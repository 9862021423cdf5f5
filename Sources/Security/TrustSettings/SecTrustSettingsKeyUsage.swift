/// What a certificate's key is used for: the bits of `kSecTrustSettingsKeyUsage`.
public struct SecTrustSettingsKeyUsage: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Takes bits as they are.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Signs and verifies data.
  public static let useSignature = SecTrustSettingsKeyUsage(rawValue: 0x01)
  /// Encrypts and decrypts data.
  public static let useEnDecryptData = SecTrustSettingsKeyUsage(rawValue: 0x02)
  /// Encrypts and decrypts keys.
  public static let useEnDecryptKey = SecTrustSettingsKeyUsage(rawValue: 0x04)
  /// Signs certificates.
  public static let useSignCert = SecTrustSettingsKeyUsage(rawValue: 0x08)
  /// Signs revocations.
  public static let useSignRevocation = SecTrustSettingsKeyUsage(rawValue: 0x10)
  /// Agrees on keys.
  public static let useKeyExchange = SecTrustSettingsKeyUsage(rawValue: 0x20)
  /// All of it.
  public static let useAny = SecTrustSettingsKeyUsage(rawValue: 0xFFFF_FFFF)
}
