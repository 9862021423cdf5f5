import COpenSSL
import KeychainModel

/// The errors for keys with algorithms that `SecKey` does not support. Each error names the algorithm.
enum UnsupportedKey {
  /// - Parameter algorithm: OpenSSL's numeric identifier (NID) of the algorithm.
  static func error(_ algorithm: Int32) -> KeychainError {
    switch algorithm {
    case NID_ED25519: ed25519
    case NID_ED448: KeychainError(.unsupportedFormat, "Security cannot use Ed448 keys")
    case NID_X25519: KeychainError(.unsupportedFormat, "Security cannot use X25519 keys")
    case NID_X448: KeychainError(.unsupportedFormat, "Security cannot use X448 keys")
    case NID_dsa, NID_dsa_2: dsa
    case NID_dhKeyAgreement, NID_dhpublicnumber: diffieHellman
    case NID_rsassaPss:
      KeychainError(.unsupportedFormat, "Security cannot use RSA keys that are for PSS alone")
    case NID_rsaesOaep:
      KeychainError(.unsupportedFormat, "Security cannot use RSA keys that are for OAEP alone")
    default: KeychainError(.unsupportedFormat, "the algorithm of the key is not known")
    }
  }

  static var ed25519: KeychainError {
    KeychainError(.unsupportedFormat, "Security cannot use Ed25519 keys")
  }

  static var dsa: KeychainError {
    KeychainError(.unsupportedFormat, "Security cannot use DSA keys")
  }

  static var diffieHellman: KeychainError {
    KeychainError(.unsupportedFormat, "Security cannot use Diffie-Hellman keys")
  }

  static var curve: KeychainError {
    KeychainError(.unsupportedFormat, "the curve is none of P-192, P-224, P-256, P-384 and P-521")
  }
}
