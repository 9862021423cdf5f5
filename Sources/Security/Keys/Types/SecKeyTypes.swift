import AsymmetricKeys
public import Foundation
import KeychainModel

/// An algorithm for an operation with a key: a scheme with its padding and hash.
///
/// The name states the input. A `Digest` algorithm takes a digest that the caller has computed; a `Message` algorithm
/// hashes its input. `SecKeyIsAlgorithmSupported` returns whether a key supports an algorithm.
public struct SecKeyAlgorithm: RawRepresentable, Hashable, @unchecked Sendable {
  // `@unchecked Sendable` is safe: `rawValue` is an immutable copy.

  /// The name of the algorithm.
  public let rawValue: CFString

  /// Makes an algorithm with this name. The initializer also accepts a name that Latchkey does not know.
  public init(rawValue: CFString) { self.rawValue = rawValue.copy() as? NSString ?? rawValue }

  /// Makes an algorithm with this name. The initializer also accepts a name that Latchkey does not know.
  public init(_ rawValue: CFString) { self.init(rawValue: rawValue) }

  /// - Throws: `.parameter` if the name is unknown.
  func resolved() throws(KeychainError) -> KeyAlgorithm {
    guard let algorithm = KeyAlgorithm(rawValue: rawValue as String) else {
      throw KeychainError(.parameter, "no algorithm has this name")
    }
    return algorithm
  }
}

/// An operation with a key.
public enum SecKeyOperationType: CFIndex, Sendable {
  /// The operation of `SecKeyCreateSignature`.
  case sign = 0
  /// The operation of `SecKeyVerifySignature`.
  case verify = 1
  /// The operation of `SecKeyCreateEncryptedData`.
  case encrypt = 2
  /// The operation of `SecKeyCreateDecryptedData`.
  case decrypt = 3
  /// The operation of `SecKeyCopyKeyExchangeResult`.
  case keyExchange = 4
}

/// The padding of the older key functions. For RSA, the empty set means no padding. For elliptic curves, the empty set
/// means a signature in the DER form of ANSI X9.62.
public struct SecPadding: OptionSet, Sendable {
  /// The number of the padding.
  public let rawValue: UInt32

  /// Makes the padding with this number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// PKCS#1 v1.5 padding around the given bytes.
  public static let PKCS1 = SecPadding(rawValue: 1)
  /// OAEP padding with SHA-1.
  public static let OAEP = SecPadding(rawValue: 2)
  /// For elliptic curves, a signature of r and s. Each of the two numbers has the size of a coordinate.
  public static let sigRaw = SecPadding(rawValue: 0x4000)
  /// PKCS#1 v1.5 padding around an MD2 digest. The functions refuse this padding.
  public static let PKCS1MD2 = SecPadding(rawValue: 0x8000)
  /// PKCS#1 v1.5 padding around an MD5 digest. The functions refuse this padding.
  public static let PKCS1MD5 = SecPadding(rawValue: 0x8001)
  /// PKCS#1 v1.5 padding around a SHA-1 digest.
  public static let PKCS1SHA1 = SecPadding(rawValue: 0x8002)
  /// PKCS#1 v1.5 padding around a SHA-224 digest.
  public static let PKCS1SHA224 = SecPadding(rawValue: 0x8003)
  /// PKCS#1 v1.5 padding around a SHA-256 digest.
  public static let PKCS1SHA256 = SecPadding(rawValue: 0x8004)
  /// PKCS#1 v1.5 padding around a SHA-384 digest.
  public static let PKCS1SHA384 = SecPadding(rawValue: 0x8005)
  /// PKCS#1 v1.5 padding around a SHA-512 digest.
  public static let PKCS1SHA512 = SecPadding(rawValue: 0x8006)
}

/// A key of the dictionary that `SecKeyCopyKeyExchangeResult` takes.
public struct SecKeyKeyExchangeParameter: RawRepresentable, Hashable, @unchecked Sendable {
  // `@unchecked Sendable` is safe: `rawValue` is an immutable copy.

  /// The key in the dictionary.
  public let rawValue: CFString

  /// Makes the parameter with this key.
  public init(rawValue: CFString) { self.rawValue = rawValue.copy() as? NSString ?? rawValue }

  /// Makes the parameter with this key.
  public init(_ rawValue: CFString) { self.init(rawValue: rawValue) }
}
