import COpenSSL
import KeychainModel
import OpenSSLSupport

/// Diffie-Hellman in the Second Oakley Group: the 1024-bit prime of RFC 2409 section 6.2, with the generator 2. The
/// Secret Service knows no other group. The encryption hides secrets from programs that watch the bus, and from no
/// program that opens a session itself.
enum DiffieHellman {
  static let byteCount = 128

  private static let prime =
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD"
    + "EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED"
    + "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE65381FFFFFFFFFFFFFFFF"

  /// Makes a key pair, and computes the secret that it shares with a client.
  ///
  /// - Parameter peer: The public key of the client: an unsigned number, the highest byte first.
  /// - Returns: The public key of the service and the shared secret, with 128 bytes each. The caller wipes the secret.
  /// - Throws: `.parameter` for a public key that is 0, 1, or at least the prime minus 1: such a key would make the
  ///   shared secret known.
  static func agree(with peer: [UInt8]) throws(KeychainError) -> (publicKey: [UInt8], secret: [UInt8]) {
    _ = OpenSSLInitialization.isDone
    guard (1...byteCount).contains(peer.count) else {
      throw KeychainError(.parameter, "a public key has 1 to \(byteCount) bytes")
    }
    guard let context = BN_CTX_secure_new() else { throw openSSLFailure("agree on a key") }
    defer { BN_CTX_free(context) }
    let prime = try Number(hexadecimal: Self.prime)
    let other = try Number(bytes: peer)
    let largest = try Number(hexadecimal: Self.prime)
    guard BN_sub_word(largest.pointer, 1) == 1 else { throw openSSLFailure("agree on a key") }
    guard BN_is_zero(other.pointer) == 0, BN_is_one(other.pointer) == 0, BN_cmp(other.pointer, largest.pointer) < 0
    else { throw KeychainError(.parameter, "the public key is one that hides nothing") }
    // The number has 127 random bytes, so it is smaller than the order of the group, and is practically never 0 or 1.
    var random = try SecretRandom.bytes(byteCount - 1)
    defer { random.wipe() }
    let exponent = try Number(bytes: random)
    BN_set_flags(exponent.pointer, BN_FLG_CONSTTIME)
    let generator = try Number(bytes: [2])
    let publicKey = try power(generator, exponent, prime, context)
    return (publicKey, try power(other, exponent, prime, context))
  }

  /// Returns the power as an unsigned number of 128 bytes, with zeros at its beginning.
  private static func power(
    _ base: Number, _ exponent: Number, _ prime: Number, _ context: OpaquePointer
  ) throws(KeychainError) -> [UInt8] {
    let result = try Number(bytes: [])
    guard BN_mod_exp_mont_consttime(result.pointer, base.pointer, exponent.pointer, prime.pointer, context, nil) == 1
    else { throw openSSLFailure("agree on a key") }
    var bytes = [UInt8](repeating: 0, count: byteCount)
    guard BN_bn2binpad(result.pointer, &bytes, Int32(byteCount)) == Int32(byteCount) else {
      throw openSSLFailure("agree on a key")
    }
    return bytes
  }

  /// A large number. Its memory is overwritten before it is freed.
  private final class Number {
    let pointer: OpaquePointer

    init(hexadecimal: String) throws(KeychainError) {
      var made: OpaquePointer?
      guard BN_hex2bn(&made, hexadecimal) > 0, let made else { throw openSSLFailure("agree on a key") }
      pointer = made
    }

    init(bytes: [UInt8]) throws(KeychainError) {
      guard let made = BN_bin2bn(bytes, Int32(bytes.count), nil) else { throw openSSLFailure("agree on a key") }
      pointer = made
    }

    deinit { BN_clear_free(pointer) }
  }
}
