import COpenSSL
import KeychainModel
import OpenSSLSupport

/// A key of X25519 as OpenSSL has it, freed and wiped when its owner lets go.
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
