import COpenSSL
import KeychainModel
import OpenSSLSupport

/// An X25519 key in OpenSSL's form. It is wiped and freed at the end of its lifetime.
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
