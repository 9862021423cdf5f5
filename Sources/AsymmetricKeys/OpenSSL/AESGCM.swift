import KeychainModel
import OpenSSLSupport

/// AES-GCM as Apple's encryption algorithms use it: the nonce has 16 bytes, and the key has 16 or 32 bytes. Each key
/// encrypts only one message.
enum AESGCM {
  static let nonceByteCount = 16
  static let tagByteCount = GCMContext.tagByteCount

  /// Encrypts a message. The result contains the ciphertext, which has the length of the message, and the tag.
  static func seal(
    _ message: UnsafeRawBufferPointer, key: [UInt8], nonce: [UInt8], context: [UInt8] = []
  ) throws(KeychainError) -> [UInt8] {
    let cipher = try cipher(key)
    var sealed = [UInt8](repeating: 0, count: message.count + tagByteCount)
    try sealed.withMutableBytes { (output) throws(KeychainError) in
      try context.withBytes { (context) throws(KeychainError) in
        try cipher.encrypt(message, context, key, nonce, into: output)
      }
    }
    return sealed
  }

  /// Decrypts the result of `seal`.
  ///
  /// - Throws: `.parameter` when `sealed` is too short or not authentic.
  static func open(
    _ sealed: UnsafeRawBufferPointer, key: [UInt8], nonce: [UInt8], context: [UInt8] = []
  ) throws(KeychainError) -> [UInt8] {
    guard sealed.count >= tagByteCount else { throw notAuthentic }
    let cipher = try cipher(key)
    var message = [UInt8](repeating: 0, count: sealed.count - tagByteCount)
    do throws(KeychainError) {
      try message.withMutableBytes { (output) throws(KeychainError) in
        try context.withBytes { (context) throws(KeychainError) in
          try cipher.decrypt(sealed, context, key, nonce, into: output)
        }
      }
    } catch {
      throw notAuthentic
    }
    return message
  }

  private static func cipher(_ key: [UInt8]) throws(KeychainError) -> GCMContext {
    try GCMContext(key.count == 16 ? .bits128 : .bits256, nonceByteCount: nonceByteCount)
  }

  private static var notAuthentic: KeychainError {
    KeychainError(.parameter, "the encrypted message is not authentic")
  }
}
