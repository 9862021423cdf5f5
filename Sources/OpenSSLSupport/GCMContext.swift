import COpenSSL
package import KeychainModel

/// AES-GCM in a context that is reused. Each message has its own key and nonce.
package struct GCMContext: ~Copyable {
  package enum KeySize { case bits128, bits256 }

  package static let tagByteCount = 16
  private let cipher: CipherContext

  /// - Parameter nonceByteCount: The length of each nonce. Encryption and decryption read this number of bytes from the
  ///   nonce.
  package init(_ keySize: KeySize = .bits256, nonceByteCount: Int = 12) throws(KeychainError) {
    cipher = try CipherContext(
      keySize == .bits128 ? CipherMethods.aes128GCM : CipherMethods.aes256GCM, nonceByteCount: nonceByteCount)
  }

  /// Writes the ciphertext and the tag to `output`.
  package func encrypt(
    _ plaintext: UnsafeRawBufferPointer, _ context: UnsafeRawBufferPointer,
    _ key: UnsafePointer<UInt8>, _ nonce: UnsafePointer<UInt8>,
    into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
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
      Self.forEachPiece(
        of: plaintext.count,
        { start, count in
          EVP_EncryptUpdate(pointer, target + start, &done, plaintext.bytes.map { $0 + start }, count) == 1
        }),
      EVP_EncryptFinal_ex(pointer, tag, &done) == 1,
      EVP_CIPHER_CTX_ctrl(pointer, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagByteCount), tag) == 1
    else {
      output.wipe()
      throw openSSLFailure("seal a message")
    }
  }

  /// Writes the plaintext to `output`, or writes zeros when the message is not authentic.
  package func decrypt(
    _ sealed: UnsafeRawBufferPointer, _ context: UnsafeRawBufferPointer,
    _ key: UnsafePointer<UInt8>, _ nonce: UnsafePointer<UInt8>,
    into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    let plaintextCount = sealed.count - Self.tagByteCount
    guard plaintextCount >= 0, let source = sealed.bytes else {
      output.wipe()
      throw KeychainError(.decode, "a sealed message has at least \(Self.tagByteCount) bytes")
    }
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
      Self.forEachPiece(
        of: plaintextCount,
        { start, count in
          EVP_DecryptUpdate(pointer, output.bytes.map { $0 + start }, &done, source + start, count) == 1
        })
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

  /// Divides a message into pieces, because the lengths in OpenSSL's functions have 32 bits. Returns false when `body`
  /// returns false. An empty message has no piece.
  @inline(__always)
  private static func forEachPiece(of byteCount: Int, _ body: (_ start: Int, _ count: Int32) -> Bool) -> Bool {
    var start = 0
    while start < byteCount {
      let count = min(byteCount - start, 1 << 30)
      guard body(start, Int32(count)) else { return false }
      start += count
    }
    return true
  }

  private func length(_ count: Int) throws(KeychainError) -> Int32 {
    guard let length = Int32(exactly: count) else {
      throw KeychainError(.dataTooLarge, "an authenticated context of \(count) bytes is too long")
    }
    return length
  }
}

/// A cipher context for one algorithm, with one owner. The context is wiped and freed at the end of its lifetime.
package struct CipherContext: ~Copyable {
  package let pointer: OpaquePointer

  /// - Parameter nonceByteCount: The length of each nonce; nil for the length that the algorithm has by default.
  package init(_ algorithm: OpaquePointer?, nonceByteCount: Int? = nil) throws(KeychainError) {
    guard let algorithm, let pointer = EVP_CIPHER_CTX_new() else {
      throw openSSLFailure("make a cipher")
    }
    guard EVP_EncryptInit_ex2(pointer, algorithm, nil, nil, nil) == 1,
      nonceByteCount.map({ EVP_CIPHER_CTX_ctrl(pointer, EVP_CTRL_AEAD_SET_IVLEN, Int32($0), nil) == 1 }) ?? true
    else {
      EVP_CIPHER_CTX_free(pointer)
      throw openSSLFailure("make a cipher")
    }
    self.pointer = pointer
  }

  deinit { EVP_CIPHER_CTX_free(pointer) }
}

/// OpenSSL's ciphers. Each cipher is fetched once per process, because a fetch costs more than a use of the cipher. A
/// constant is nil when the loaded providers do not have the cipher.
///
/// `nonisolated(unsafe)` is safe, because OpenSSL documents that fetched method objects are shared, immutable and have
/// atomic reference counts. The constants are never assigned again and never freed.
package enum CipherMethods {
  nonisolated(unsafe) static let aes128GCM = fetch("AES-128-GCM")
  nonisolated(unsafe) static let aes256GCM = fetch("AES-256-GCM")
  nonisolated(unsafe) package static let aes256ECB = fetch("AES-256-ECB")

  private static func fetch(_ name: String) -> OpaquePointer? {
    _ = OpenSSLInitialization.isDone
    return EVP_CIPHER_fetch(nil, name, nil)
  }
}
