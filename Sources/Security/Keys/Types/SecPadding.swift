/// The padding of the older key functions. The empty set means raw RSA, or the DER of ANSI X9.62 for elliptic curves.
public struct SecPadding: OptionSet, Sendable {
  /// The number of the padding.
  public let rawValue: UInt32

  /// Makes the padding with this number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// PKCS#1 v1.5 padding around the given bytes.
  public static let PKCS1 = SecPadding(rawValue: 1)
  /// OAEP padding with SHA-1.
  public static let OAEP = SecPadding(rawValue: 2)
  /// For elliptic curves: a signature of r and s, each as long as a coordinate.
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
