import COpenSSL
package import KeychainModel
import OpenSSLSupport

// The formats of `SecKeyCreateWithData` and `SecKeyCopyExternalRepresentation` (specification: keys-and-certificates
// 1.4, 1.5).

extension AsymmetricKey {
  /// The largest accepted modulus, in bits.
  package static let largestRSABitCount = 8192

  /// Reads a PKCS#1 `RSAPublicKey`, or a `SubjectPublicKeyInfo` that contains an `RSAPublicKey`.
  ///
  /// - Throws: `.parameter` for other bytes.
  package convenience init(rsaPublicKey bytes: [UInt8]) throws(KeychainError) {
    let inner = SubjectPublicKeyInfo.rsaPublicKey(in: bytes)
    try self.init(RSANumbers(publicKey: inner ?? bytes))
  }

  /// Reads a PKCS#1 `RSAPrivateKey`. Rejects PKCS#8.
  ///
  /// - Throws: `.parameter` for other bytes.
  package convenience init(rsaPrivateKey bytes: [UInt8]) throws(KeychainError) {
    try self.init(RSANumbers(privateKey: bytes))
  }

  /// Creates a key from the numbers of an RSA key. Does not check whether the private numbers belong to the public
  /// numbers.
  ///
  /// - Throws: `.parameter` when the numbers are not an RSA key.
  package convenience init(_ numbers: borrowing RSANumbers) throws(KeychainError) {
    let modulus = numbers.modulus
    let exponent = numbers.exponent
    // An even modulus, exponent or prime is invalid in an RSA key. OpenSSL's arithmetic would fail later with an even
    // number.
    guard let first = modulus.first, !numbers.hasEven, exponent != [1],
      // Numbers that are zero or longer than the modulus are rejected. A computation with a prime of one megabyte would
      // take days.
      numbers.haveByteCounts(in: 1...modulus.count)
    else { throw KeychainError(.parameter, "the numbers are no RSA key") }
    let bitCount = modulus.count * 8 - first.leadingZeroBitCount
    guard bitCount <= Self.largestRSABitCount else {
      throw KeychainError(.parameter, "RSA keys above 8192 bits are not read")
    }
    self.init(
      try numbers.makeKey(), .rsa(bitCount: bitCount), isPrivate: numbers.isPrivate,
      publicRepresentation: numbers.publicRepresentation)
  }

  /// Reads an uncompressed point. The length of the point determines the curve.
  ///
  /// - Throws: `.parameter` for other bytes, and for points that are not on the curve.
  package convenience init(ellipticCurvePoint bytes: [UInt8]) throws(KeychainError) {
    guard let curve = EllipticCurve(pointByteCount: bytes.count) else {
      throw KeychainError(.parameter, "no curve has points of this length")
    }
    try self.init(curve, point: bytes, number: nil)
  }

  /// Reads `04 ‖ X ‖ Y ‖ K`. The length determines the curve. Does not check whether the private number K belongs to
  /// the point (X, Y).
  ///
  /// - Throws: `.parameter` in these cases:
  ///   - No curve has private keys of this length.
  ///   - The point (X, Y) is not on the curve.
  ///   - K is zero.
  ///   - K is not less than the order of the curve.
  package convenience init(ellipticCurvePrivateKey bytes: [UInt8]) throws(KeychainError) {
    guard let curve = EllipticCurve(privateByteCount: bytes.count) else {
      throw KeychainError(.parameter, "no curve has private keys of this length")
    }
    try self.init(
      curve, point: Array(bytes.prefix(curve.pointByteCount)),
      number: Array(bytes.dropFirst(curve.pointByteCount)))
  }

  package convenience init(
    _ curve: EllipticCurve, point: [UInt8], number: [UInt8]?
  ) throws(KeychainError) {
    guard point.first == 4, point.count == curve.pointByteCount else {
      throw KeychainError(.parameter, "the point is not in the uncompressed form")
    }
    let parameters = KeyParameters()
    parameters.add("group", text: curve.openSSLName)
    parameters.add("pub", bytes: point)
    if let number {
      try CurveOrder.check(number, on: curve)
      parameters.add("priv", number: number)
    }
    self.init(
      try parameters.makeKey("EC", isPrivate: number != nil), .ellipticCurve(curve),
      isPrivate: number != nil, publicRepresentation: point)
  }

  /// The encoded key: PKCS#1 for RSA; `04 ‖ X ‖ Y` or `04 ‖ X ‖ Y ‖ K` for a curve. K is padded to the byte count of a
  /// coordinate.
  ///
  /// - Throws: `.dataNotAvailable` when the private part of the key is in another process.
  package func externalRepresentation() throws(KeychainError) -> [UInt8] {
    guard isPrivate else { return publicRepresentation }
    guard backend == nil else { throw Self.remote }
    switch kind {
    case .rsa:
      return try RSANumbers(of: pointer).privateRepresentation
    case .ellipticCurve(let curve):
      return publicRepresentation + (try privateNumber(curve))
    }
  }

  private func privateNumber(_ curve: EllipticCurve) throws(KeychainError) -> [UInt8] {
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(pointer, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1, let number else {
      throw openSSLFailure("read a private key")
    }
    defer { BN_clear_free(number) }
    var bytes = [UInt8](repeating: 0, count: curve.byteCount)
    guard BN_bn2binpad(number, &bytes, Int32(curve.byteCount)) == Int32(curve.byteCount) else {
      throw openSSLFailure("read a private key")
    }
    return bytes
  }
}

/// The X.509 structure `SubjectPublicKeyInfo`, which contains a public key.
enum SubjectPublicKeyInfo {
  /// The `RSAPublicKey` in a `SubjectPublicKeyInfo`; nil for other bytes.
  static func rsaPublicKey(in bytes: [UInt8]) -> [UInt8]? {
    var reader = DERReader(bytes[...])
    guard var content = try? reader.read(.sequence), reader.rest.isEmpty,
      var algorithm = try? content.read(.sequence),
      let identifier = try? algorithm.read(.objectIdentifier),
      identifier.rest.elementsEqual(OID.rsaEncryption),
      // The parameters of the algorithm are NULL, but some programs omit the parameters.
      algorithm.rest.isEmpty || algorithm.rest.elementsEqual([DERTag.null.rawValue, 0]),
      let key = try? content.read(.bitString), content.rest.isEmpty,
      // The first octet of a bit string is the number of unused bits in the last octet. This number must be zero.
      key.rest.first == 0
    else { return nil }
    return Array(key.rest.dropFirst())
  }
}

extension AsymmetricKey {
  /// The modulus and the exponent of an RSA key, big-endian without leading zeros; nil for other keys.
  package var rsaPublicNumbers: (modulus: [UInt8], exponent: [UInt8])? {
    guard case .rsa = kind, let numbers = try? RSANumbers(publicKey: publicRepresentation) else {
      return nil
    }
    return (numbers.modulus, numbers.exponent)
  }
}
