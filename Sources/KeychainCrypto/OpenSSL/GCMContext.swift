import COpenSSL
import KeychainModel
import OpenSSLSupport

/// AES-256-GCM in a context that is reused. Each message has its own key and nonce.
struct GCMContext: ~Copyable {
  static let tagByteCount = 16
  private let cipher: CipherContext

  init() throws(KeychainError) { cipher = try CipherContext(OpenSSLAlgorithms.aes256GCM) }

  /// Writes the ciphertext and the tag to `output`.
  func encrypt(
    _ plaintext: UnsafeRawBufferPointer, _ context: UnsafeRawBufferPointer,
    _ key: UnsafePointer<UInt8>, _ nonce: UnsafePointer<UInt8>,
    into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    let count = try length(plaintext.count)
    let contextCount = try length(context.count)
    guard output.count == plaintext.count + Self.tagByteCount, let target = output.bytes else {
      throw KeychainError(.parameter, "the buffer does not fit the sealed message")
    }
    let pointer = cipher.pointer
    let tag = target + plaintext.count
    var done: Int32 = 0
    // Empty buffers are not passed to OpenSSL, because OpenSSL performs a different operation for a null pointer.
    guard EVP_EncryptInit_ex2(pointer, nil, key, nonce, nil) == 1,
      contextCount == 0
        || EVP_EncryptUpdate(pointer, nil, &done, context.bytes, contextCount) == 1,
      count == 0 || EVP_EncryptUpdate(pointer, target, &done, plaintext.bytes, count) == 1,
      EVP_EncryptFinal_ex(pointer, tag, &done) == 1,
      EVP_CIPHER_CTX_ctrl(pointer, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagByteCount), tag) == 1
    else {
      output.wipe()
      throw openSSLFailure("seal a message")
    }
  }

  /// Writes the plaintext to `output`, or writes zeros when the message is not authentic.
  func decrypt(
    _ sealed: UnsafeRawBufferPointer, _ context: UnsafeRawBufferPointer,
    _ key: UnsafePointer<UInt8>, _ nonce: UnsafePointer<UInt8>,
    into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    let plaintextCount = sealed.count - Self.tagByteCount
    guard plaintextCount >= 0, let source = sealed.bytes else {
      output.wipe()
      throw KeychainError(.decode, "a sealed message has at least \(Self.tagByteCount) bytes")
    }
    let count = try length(plaintextCount)
    let contextCount = try length(context.count)
    guard output.count == plaintextCount else {
      output.wipe()
      throw KeychainError(.parameter, "the buffer does not fit the opened message")
    }
    let pointer = cipher.pointer
    let tag = UnsafeMutablePointer(mutating: source + plaintextCount)  // OpenSSL only reads the tag.
    var nothing: UInt8 = 0
    var done: Int32 = 0
    guard EVP_DecryptInit_ex2(pointer, nil, key, nonce, nil) == 1,
      EVP_CIPHER_CTX_ctrl(pointer, EVP_CTRL_AEAD_SET_TAG, Int32(Self.tagByteCount), tag) == 1,
      contextCount == 0
        || EVP_DecryptUpdate(pointer, nil, &done, context.bytes, contextCount) == 1,
      count == 0 || EVP_DecryptUpdate(pointer, output.bytes, &done, source, count) == 1
    else {
      output.wipe()
      throw openSSLFailure("open a message")
    }
    // The final step of GCM writes no bytes; it compares the tags.
    guard EVP_DecryptFinal_ex(pointer, &nothing, &done) == 1 else {
      output.wipe()
      ERR_clear_error()
      throw KeychainError(.decode, "a sealed message is not authentic")
    }
  }

  private func length(_ count: Int) throws(KeychainError) -> Int32 {
    guard let length = Int32(exactly: count) else {
      throw KeychainError(.dataTooLarge, "a message of \(count) bytes is too long for one piece")
    }
    return length
  }
}

/// A cipher context for one algorithm, with one owner. The context is wiped and freed at the end of its lifetime.
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
