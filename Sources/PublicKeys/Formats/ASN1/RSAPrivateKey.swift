import KeychainModel

/// `RSAPrivateKey` of PKCS#1, as files have it.
enum RSAPrivateKey {
  /// - Throws: `.parameter` for other bytes, and private numbers that are those of another public key: such a key
  ///   would pass for that of somebody else's certificate.
  static func read(_ bytes: [UInt8]) throws(KeychainError) -> AsymmetricKey {
    let key = try AsymmetricKey(rsaPrivateKey: bytes)
    // After that, which bounds the numbers.
    guard try RSANumbers(privateKey: bytes).areConsistent else {
      throw KeychainError(.parameter, "the private numbers are those of another public key")
    }
    return key
  }
}
