import COpenSSL
package import KeychainModel
import OpenSSLSupport

/// A symmetric key: the bytes of the key, and the number of its algorithm.
package struct SymmetricKey: Sendable, Hashable {
  /// The number in `kSecAttrKeyType`. For example, 2147483649 is the number of AES.
  package let typeNumber: Int64
  package let bytes: [UInt8]

  /// The number of `kSecAttrKeyTypeAES`.
  package static let aesTypeNumber: Int64 = 2_147_483_649

  package init(typeNumber: Int64, bytes: [UInt8]) {
    self.typeNumber = typeNumber
    self.bytes = bytes
  }
}

extension SymmetricKey {
  /// The largest size of a generated or derived key, in bytes.
  package static let largestByteCount = 1024

  /// Generates a random key.
  ///
  /// - Throws: `.parameter` when `bitCount` is not a multiple of 8 from 8 to 8192.
  package static func generate(
    typeNumber: Int64, bitCount: Int
  ) throws(KeychainError) -> SymmetricKey {
    SymmetricKey(
      typeNumber: typeNumber, bytes: try SecretRandom.bytes(try byteCount(of: bitCount)))
  }

  /// Derives a key from a password with PBKDF2.
  ///
  /// - Throws: `.parameter` in these cases:
  ///   - `bitCount` is not a multiple of 8 from 8 to 8192.
  ///   - `rounds` is not positive.
  ///   - `salt` is empty.
  package static func derive(
    typeNumber: Int64, bitCount: Int, password: [UInt8], salt: [UInt8], rounds: Int,
    _ hash: HashAlgorithm
  ) throws(KeychainError) -> SymmetricKey {
    var key = [UInt8](repeating: 0, count: try byteCount(of: bitCount))
    guard let rounds = Int32(exactly: rounds), rounds > 0, !salt.isEmpty,
      let saltCount = Int32(exactly: salt.count), let passwordCount = Int32(exactly: password.count)
    else { throw KeychainError(.parameter, "salt or rounds of the derivation are out of range") }
    let done = password.withUnsafeBytes { password in
      PKCS5_PBKDF2_HMAC(
        password.baseAddress?.assumingMemoryBound(to: CChar.self), passwordCount, salt, saltCount,
        rounds, hash.method, Int32(key.count), &key)
    }
    guard done == 1 else { throw openSSLFailure("derive a key") }
    return SymmetricKey(typeNumber: typeNumber, bytes: key)
  }

  private static func byteCount(of bitCount: Int) throws(KeychainError) -> Int {
    guard bitCount % 8 == 0, (1...largestByteCount).contains(bitCount / 8) else {
      throw KeychainError(.parameter, "symmetric keys of this size are not made")
    }
    return bitCount / 8
  }
}
