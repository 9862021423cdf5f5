import AsymmetricKeys
import COpenSSL
import KeychainModel
import OpenSSLSupport

extension AsymmetricKey {
  /// Creates a key from an elliptic-curve key that OpenSSL has read. The encoded point may have any form, and the
  /// encoding may give the curve by name or by parameters.
  ///
  /// - Throws: `.unsupportedFormat` for an unsupported curve. `.parameter` when the point is not on the curve, when the
  ///   private number is out of range, and when the private number belongs to another point.
  convenience init(ellipticCurveKey key: OpaquePointer, isPrivate: Bool) throws(KeychainError) {
    let curve = try Self.curve(of: key)
    let point = try [4] + Self.number("qx", of: key, curve) + Self.number("qy", of: key, curve)
    guard isPrivate else {
      try self.init(curve, point: point, number: nil)
      return
    }
    var number = try Self.number("priv", of: key, curve)
    defer { number.wipe() }
    try self.init(curve, point: point, number: number)
    guard isPair() else {
      throw KeychainError(.parameter, "the private number is that of another public key")
    }
  }

  private static func curve(of key: OpaquePointer) throws(KeychainError) -> EllipticCurve {
    var name = [CChar](repeating: 0, count: 64)
    var count = 0
    guard EVP_PKEY_is_a(key, "EC") == 1,
      EVP_PKEY_get_utf8_string_param(key, OSSL_PKEY_PARAM_GROUP_NAME, &name, name.count, &count)
        == 1
    else {
      ERR_clear_error()
      throw UnsupportedKey.curve
    }
    let bytes = name.prefix(count).map(UInt8.init(bitPattern:))
    guard
      let curve = EllipticCurve.allCases.first(where: {
        $0.openSSLName.withUTF8Buffer { $0.elementsEqual(bytes) }
      })
    else { throw UnsupportedKey.curve }
    return curve
  }

  /// A number of an OpenSSL key, padded to the byte count of a coordinate.
  private static func number(
    _ name: String, of key: OpaquePointer, _ curve: EllipticCurve
  ) throws(KeychainError) -> [UInt8] {
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(key, name, &number) == 1, let number else {
      ERR_clear_error()
      throw KeychainError(.parameter, "a part of the key is missing")
    }
    defer { BN_clear_free(number) }
    var bytes = [UInt8](repeating: 0, count: curve.byteCount)
    guard BN_bn2binpad(number, &bytes, Int32(bytes.count)) == Int32(bytes.count) else {
      ERR_clear_error()
      throw KeychainError(.parameter, "a number of the key is too large for its curve")
    }
    return bytes
  }

  /// Whether the private part of the key belongs to its public part.
  func isPair() -> Bool {
    guard let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil) else { return false }
    defer {
      EVP_PKEY_CTX_free(context)
      ERR_clear_error()
    }
    return EVP_PKEY_pairwise_check(context) == 1
  }
}
