import AsymmetricKeys
import KeychainModel

/// `RSAPrivateKey` of PKCS#1, as files have it.
enum RSAPrivateKey {
  /// - Throws: `.parameter` for other bytes, and private numbers that are those of another public key.
  static func read(_ bytes: [UInt8]) throws(KeychainError) -> AsymmetricKey {
    try key(RSANumbers(privateKey: bytes))
  }

  /// - Throws: `.parameter` for numbers that are no RSA key, and private ones that are those of another public
  ///   key: such a key would pass for that of somebody else's certificate.
  static func key(_ numbers: borrowing RSANumbers) throws(KeychainError) -> AsymmetricKey {
    let key = try AsymmetricKey(numbers)
    // After that, which bounds the numbers.
    guard numbers.areConsistent else {
      throw KeychainError(.parameter, "the private numbers are those of another public key")
    }
    return key
  }
}
