import COpenSSL
import OpenSSLSupport
package import KeychainModel

extension AsymmetricKey {
  /// The allowed sizes of generated RSA keys, in bits (specification: keys-and-certificates 1.2).
  package static let generatedRSABitCounts = 512...8192

  /// Generates an RSA key with the exponent 65537.
  ///
  /// - Throws: `.parameter` for a size outside 512 to 8192 bits.
  package static func generateRSA(bitCount: Int) throws(KeychainError) -> AsymmetricKey {
    guard generatedRSABitCounts.contains(bitCount) else {
      throw KeychainError(.parameter, "RSA keys of this size are not made")
    }
    var count = bitCount
    return try withUnsafeMutablePointer(to: &count) { count throws(KeychainError) in
      let pointer = try generate(
        "RSA", [OpenSSLParameter.size("bits", count)])
      return try adopt(pointer) { () throws(KeychainError) in
        guard EVP_PKEY_get_bits(pointer) == Int32(bitCount) else {
          throw KeychainError(.internalComponent, "OpenSSL made an RSA key of another size")
        }
        let numbers = try RSANumbers(publicPartOf: pointer)
        return AsymmetricKey(
          pointer, .rsa(bitCount: bitCount), isPrivate: true,
          publicRepresentation: numbers.publicRepresentation)
      }
    }
  }

  /// Generates a key pair on a curve.
  package static func generate(on curve: EllipticCurve) throws(KeychainError) -> AsymmetricKey {
    let pointer = try generate(
      "EC", [OpenSSLParameter.text("group", curve.openSSLName)])
    return try adopt(pointer) { () throws(KeychainError) in
      var point = [UInt8](repeating: 0, count: curve.pointByteCount)
      var count = 0
      guard
        EVP_PKEY_get_octet_string_param(
          pointer, OSSL_PKEY_PARAM_PUB_KEY, &point, point.count, &count) == 1,
        count == point.count, point.first == 4
      else { throw openSSLFailure("read a public key") }
      return AsymmetricKey(
        pointer, .ellipticCurve(curve), isPrivate: true, publicRepresentation: point)
    }
  }

  private static func generate(
    _ type: String, _ parameters: [OSSL_PARAM]
  ) throws(KeychainError) -> OpaquePointer {
    _ = OpenSSLInitialization.isDone
    guard let context = EVP_PKEY_CTX_new_from_name(nil, type, nil) else {
      throw openSSLFailure("make a key")
    }
    defer { EVP_PKEY_CTX_free(context) }
    var pointer: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1,
      EVP_PKEY_CTX_set_params(context, parameters + [OpenSSLParameter.end]) == 1,
      EVP_PKEY_generate(context, &pointer) == 1, let pointer
    else { throw openSSLFailure("make a key") }
    return pointer
  }

  /// Creates a key from an OpenSSL key. Frees the OpenSSL key when `make` throws.
  static func adopt(
    _ pointer: OpaquePointer, _ make: () throws(KeychainError) -> AsymmetricKey
  ) throws(KeychainError) -> AsymmetricKey {
    do throws(KeychainError) {
      return try make()
    } catch {
      EVP_PKEY_free(pointer)
      throw error
    }
  }
}
