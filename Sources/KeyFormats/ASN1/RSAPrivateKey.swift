import AsymmetricKeys
import KeychainModel

/// `RSAPrivateKey` of PKCS#1, as read from files.
enum RSAPrivateKey {
  /// - Throws: `.parameter` for other bytes, and for private numbers that do not belong to the public
  ///   key.
  static func read(_ bytes: [UInt8]) throws(KeychainError) -> AsymmetricKey {
    try key(RSANumbers(privateKey: bytes))
  }

  /// - Throws: `.parameter` when the numbers are not an RSA key, or when the private numbers do not belong to
  ///   the public key. Such a key would be taken for the key of another person's certificate.
  static func key(_ numbers: borrowing RSANumbers) throws(KeychainError) -> AsymmetricKey {
    let key = try AsymmetricKey(numbers)
    // The initializer has limited the size of the numbers, so the check is fast.
    guard numbers.areConsistent else {
      throw KeychainError(.parameter, "the private numbers are those of another public key")
    }
    return key
  }
}
