import COpenSSL
import KeychainModel
import OpenSSLSupport

/// AES-GCM as Apple's encryption algorithms use it: the nonce has 16 bytes, and the key has 16 or 32 bytes. Each key
/// encrypts only one message.
enum AESGCM {
  static let nonceByteCount = 16
  static let tagByteCount = 16

  /// Encrypts a message. The result contains the ciphertext, which has the length of the message, and the tag.
  static func seal(
    _ message: UnsafeRawBufferPointer, key: [UInt8], nonce: [UInt8], context: [UInt8] = []
  ) throws(KeychainError) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: message.count + tagByteCount)
    let done = sealed.withUnsafeMutableBytes { output in
      with(key, nonce, encrypts: true) { cipher in
        var tag = [UInt8](repeating: 0, count: tagByteCount)
        var count: Int32 = 0
        guard add(context[...], to: cipher),
          update(cipher, message, into: output),
          EVP_CipherFinal_ex(cipher, &tag, &count) == 1,
          EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_GET_TAG, Int32(tagByteCount), &tag) == 1
        else { return false }
        output.suffix(tagByteCount).copyBytes(from: tag)
        return true
      }
    }
    guard done else { throw openSSLFailure("encrypt a message") }
    return sealed
  }

  /// Decrypts the result of `seal`.
  ///
  /// - Throws: `.parameter` when `sealed` is too short or not authentic.
  static func open(
    _ sealed: UnsafeRawBufferPointer, key: [UInt8], nonce: [UInt8], context: [UInt8] = []
  ) throws(KeychainError) -> [UInt8] {
    let count = sealed.count - tagByteCount
    guard count >= 0 else { throw notAuthentic }
    var message = [UInt8](repeating: 0, count: count)
    var tag = Array(sealed.suffix(tagByteCount))
    let done = message.withUnsafeMutableBytes { output in
      with(key, nonce, encrypts: false) { cipher in
        var rest: UInt8 = 0
        var count: Int32 = 0
        return EVP_CIPHER_CTX_ctrl(
          cipher, EVP_CTRL_AEAD_SET_TAG, Int32(tagByteCount), &tag) == 1
          && add(context[...], to: cipher)
          && update(
            cipher, UnsafeRawBufferPointer(rebasing: sealed.prefix(output.count)), into: output)
          && EVP_CipherFinal_ex(cipher, &rest, &count) == 1
      }
    }
    guard done else {
      message.wipe()
      ERR_clear_error()
      throw notAuthentic
    }
    return message
  }

  private static func with(
    _ key: [UInt8], _ nonce: [UInt8], encrypts: Bool, _ body: (OpaquePointer) -> Bool
  ) -> Bool {
    let cipher = key.count == 16 ? CipherMethods.aes128GCM : CipherMethods.aes256GCM
    guard let cipher, let context = EVP_CIPHER_CTX_new() else { return false }
    defer { EVP_CIPHER_CTX_free(context) }
    return EVP_CipherInit_ex2(context, cipher, nil, nil, encrypts ? 1 : 0, nil) == 1
      && EVP_CIPHER_CTX_ctrl(
        context, EVP_CTRL_AEAD_SET_IVLEN, Int32(nonceByteCount), nil) == 1
      && EVP_CipherInit_ex2(context, nil, key, nonce, -1, nil) == 1
      && body(context)
  }

  private static func add(_ bytes: ArraySlice<UInt8>, to cipher: OpaquePointer) -> Bool {
    var count: Int32 = 0
    // Empty bytes are not passed to OpenSSL, because OpenSSL performs a different operation when the pointer is null.
    return bytes.isEmpty
      || bytes.withUnsafeBufferPointer {
        EVP_CipherUpdate(cipher, nil, &count, $0.baseAddress, Int32($0.count)) == 1
      }
  }

  /// Processes the input in pieces, because the lengths in OpenSSL's functions have 32 bits.
  private static func update(
    _ cipher: OpaquePointer, _ input: UnsafeRawBufferPointer,
    into output: UnsafeMutableRawBufferPointer
  ) -> Bool {
    var start = 0
    while start < input.count {
      let count = min(input.count - start, 1 << 30)
      var done: Int32 = 0
      let piece = UnsafeRawBufferPointer(rebasing: input[start..<start + count])
      let target = UnsafeMutableRawBufferPointer(rebasing: output[start..<start + count])
      guard EVP_CipherUpdate(cipher, target.bytes, &done, piece.bytes, Int32(count)) == 1,
        done == Int32(count)
      else { return false }
      start += count
    }
    return true
  }

  private static var notAuthentic: KeychainError {
    KeychainError(.parameter, "the encrypted message is not authentic")
  }
}

/// OpenSSL's ciphers. Each cipher is fetched once per process.
///
/// `nonisolated(unsafe)` is safe, because OpenSSL documents that fetched method objects are shared, immutable and have
/// atomic reference counts. The constants are never assigned again and never freed.
enum CipherMethods {
  nonisolated(unsafe) static let aes128GCM = fetch("AES-128-GCM")
  nonisolated(unsafe) static let aes256GCM = fetch("AES-256-GCM")

  private static func fetch(_ name: String) -> OpaquePointer? {
    _ = OpenSSLInitialization.isDone
    return EVP_CIPHER_fetch(nil, name, nil)
  }
}
