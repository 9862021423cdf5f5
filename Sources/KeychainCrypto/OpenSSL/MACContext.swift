import COpenSSL
import KeychainModel
import OpenSSLSupport

/// HMAC under one key, with a context that is reused. The context is wiped and freed at the end of its lifetime.
struct MACContext: ~Copyable {
  private let pointer: OpaquePointer

  init(key: UnsafeRawBufferPointer, digest: StaticString = "SHA256") throws(KeychainError) {
    guard !key.isEmpty else { throw KeychainError(.parameter, "the key is empty") }
    guard let algorithm = OpenSSLAlgorithms.hmac, let pointer = EVP_MAC_CTX_new(algorithm) else {
      throw openSSLFailure("make an authenticator")
    }
    let parameters = [OpenSSLParameter.text("digest", digest), OpenSSLParameter.end]
    guard EVP_MAC_init(pointer, key.bytes, key.count, parameters) == 1 else {
      EVP_MAC_CTX_free(pointer)
      throw openSSLFailure("set a key")
    }
    self.pointer = pointer
  }

  deinit { EVP_MAC_CTX_free(pointer) }

  /// Writes the HMAC of some bytes into `code`, which must have the length of the digest. Returns false when
  /// OpenSSL fails.
  func authenticate(
    _ bytes: UnsafeRawBufferPointer, into code: UnsafeMutableRawBufferPointer
  ) -> Bool {
    var count = 0
    // Without a key argument, the context starts again under its current key.
    return EVP_MAC_init(pointer, nil, 0, nil) == 1
      && EVP_MAC_update(pointer, bytes.bytes, bytes.count) == 1
      && EVP_MAC_final(pointer, code.bytes, &count, code.count) == 1
      && count == code.count
  }
}
