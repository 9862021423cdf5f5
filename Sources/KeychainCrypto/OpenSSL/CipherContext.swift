import COpenSSL
import KeychainModel
import OpenSSLSupport

/// A cipher context for one algorithm, with one owner. It is wiped and freed at the end of its
/// lifetime.
struct CipherContext: ~Copyable {
  let pointer: OpaquePointer

  init(_ algorithm: OpaquePointer?) throws(KeychainError) {
    guard let algorithm, let pointer = EVP_CIPHER_CTX_new() else {
      throw openSSLFailure("make a cipher")
    }
    guard EVP_EncryptInit_ex2(pointer, algorithm, nil, nil, nil) == 1 else {
      EVP_CIPHER_CTX_free(pointer)
      throw openSSLFailure("make a cipher")
    }
    self.pointer = pointer
  }

  deinit { EVP_CIPHER_CTX_free(pointer) }
}
