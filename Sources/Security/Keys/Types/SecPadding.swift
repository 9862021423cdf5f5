/// The padding of the older key functions. Without any: raw RSA, and for elliptic curves the DER of
/// ANSI X9.62.
public struct SecPadding: OptionSet, Sendable {
  /// The number of the padding.
  public let rawValue: UInt32

  /// The padding with this number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The padding of PKCS#1 v1.5 around the bytes that are given.
  public static let PKCS1 = SecPadding(rawValue: 1)
  /// The padding OAEP with SHA-1.
  public static let OAEP = SecPadding(rawValue: 2)
  /// Elliptic curves: r and s one after the other, each of the size of a coordinate.
  public static let sigRaw = SecPadding(rawValue: 0x4000)
  /// PKCS#1 v1.5 with MD2: refused.
  public static let PKCS1MD2 = SecPadding(rawValue: 0x8000)
  /// PKCS#1 v1.5 with MD5: refused.
  public static let PKCS1MD5 = SecPadding(rawValue: 0x8001)
  /// PKCS#1 v1.5 around a SHA-1 digest.
  public static let PKCS1SHA1 = SecPadding(rawValue: 0x8002)
  /// PKCS#1 v1.5 around a SHA-224 digest.
  public static let PKCS1SHA224 = SecPadding(rawValue: 0x8003)
  /// PKCS#1 v1.5 around a SHA-256 digest.
  public static let PKCS1SHA256 = SecPadding(rawValue: 0x8004)
  /// PKCS#1 v1.5 around a SHA-384 digest.
  public static let PKCS1SHA384 = SecPadding(rawValue: 0x8005)
  /// PKCS#1 v1.5 around a SHA-512 digest.
  public static let PKCS1SHA512 = SecPadding(rawValue: 0x8006)
}
