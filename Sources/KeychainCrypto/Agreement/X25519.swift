import COpenSSL
import KeychainFiles
import KeychainModel
import OpenSSLSupport

/// The Diffie-Hellman function X25519 (RFC 7748).
enum X25519 {
  static let keyByteCount = 32

  /// Computes the public key of a private key. Any 32 bytes are a valid private key.
  static func publicKey(of privateKey: UnsafeRawBufferPointer) throws(KeychainError) -> [UInt8] {
    let key = try X25519Key(privateKey: privateKey)
    var bytes = [UInt8](repeating: 0, count: keyByteCount)
    var count = bytes.count
    guard EVP_PKEY_get_raw_public_key(key.pointer, &bytes, &count) == 1, count == keyByteCount
    else {
      throw openSSLFailure("make a public key")
    }
    return bytes
  }

  /// Computes the shared secret of a private and a public key. Returns false for a public key that
  /// gives the same secret with every private key (RFC 7748 section 6.1).
  static func agree(
    _ privateKey: UnsafeRawBufferPointer, with publicKey: [UInt8],
    into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) -> Bool {
    let own = try X25519Key(privateKey: privateKey)
    let other = try X25519Key(publicKey: publicKey)
    guard let context = EVP_PKEY_CTX_new(own.pointer, nil) else {
      throw openSSLFailure("agree on a key")
    }
    defer { EVP_PKEY_CTX_free(context) }
    var count = output.count
    guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer(context, other.pointer) == 1
    else { throw openSSLFailure("agree on a key") }
    let isAgreed = EVP_PKEY_derive(context, output.bytes, &count) == 1 && count == keyByteCount
    if !isAgreed { ERR_clear_error() }
    return isAgreed
  }
}

/// An X25519 key in the form of OpenSSL. `deinit` frees the key, and OpenSSL overwrites the freed memory.
struct X25519Key: ~Copyable {
  let pointer: OpaquePointer

  init(privateKey: UnsafeRawBufferPointer) throws(KeychainError) {
    guard privateKey.count == X25519.keyByteCount,
      let pointer = EVP_PKEY_new_raw_private_key(
        EVP_PKEY_X25519, nil, privateKey.bytes, privateKey.count)
    else { throw openSSLFailure("use a private key") }
    self.pointer = pointer
  }

  init(publicKey: [UInt8]) throws(KeychainError) {
    guard publicKey.count == X25519.keyByteCount,
      let pointer = EVP_PKEY_new_raw_public_key(
        EVP_PKEY_X25519, nil, publicKey, publicKey.count)
    else { throw openSSLFailure("use a public key") }
    self.pointer = pointer
  }

  deinit { EVP_PKEY_free(pointer) }
}
