extension AsymmetricKey {
  /// Modulus and exponent of an RSA key, big-endian without leading zeros; nil for other keys.
  package var rsaPublicNumbers: (modulus: [UInt8], exponent: [UInt8])? {
    guard case .rsa = kind, let numbers = try? RSANumbers(publicKey: publicRepresentation) else {
      return nil
    }
    return (numbers.modulus, numbers.exponent)
  }
}
