import COpenSSL
package import KeychainModel
import OpenSSLSupport

extension AsymmetricKey {
  /// Encrypts a message that only the owner of the private key can decrypt.
  ///
  /// - Throws: `.parameter` when the key does not support the algorithm, or the message is too long;
  ///   `.internalComponent` when OpenSSL fails.
  package func encrypt(
    _ message: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> [UInt8] {
    guard supports(algorithm, for: .encrypt) else { throw Self.unsupported }
    switch algorithm {
    case .rsaEncryptionRaw: return try encrypt(padded(message), .none)
    case .rsaEncryptionPKCS1: return try encrypt(Array(message), .pkcs1)
    case .rsaEncryptionOAEP(let hash): return try encrypt(Array(message), .oaep(hash))
    case .rsaEncryptionOAEPAESGCM(let hash): return try encryptWithSessionKey(message, hash)
    case .ecies(let hash, let nonce): return try encryptWithAgreement(message, hash, nonce)
    default: throw Self.unsupported
    }
  }

  func encrypt(
    _ message: [UInt8], _ padding: KeyContext.EncryptionPadding
  ) throws(KeychainError) -> [UInt8] {
    try contexts.use(pointer, .encrypt(padding)) { context throws(KeychainError) in
      var count = blockByteCount
      var block = [UInt8](repeating: 0, count: count)
      let done = message.withUnsafeBufferPointer { bytes in
        withUnsafePointer(to: UInt8(0)) {
          EVP_PKEY_encrypt(context, &block, &count, bytes.baseAddress ?? $0, bytes.count)
        }
      }
      guard done == 1, count == block.count else {
        ERR_clear_error()
        throw KeychainError(.parameter, "the key does not encrypt this message")
      }
      return block
    }
  }
}

extension AsymmetricKey {
  /// Decrypts a message that was encrypted with the public key.
  ///
  /// - Throws: `.parameter` when the key does not support the algorithm, the message was encrypted for another key, or
  ///   the message was changed; `.internalComponent` when OpenSSL fails; the errors of a backend.
  package func decrypt(
    _ message: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> [UInt8] {
    guard supports(algorithm, for: .decrypt) else { throw Self.unsupported }
    guard isPrivate else { return try decryptInPublic(message, algorithm) }
    if let backend { return try backend.decrypt(Array(message), algorithm) }
    switch algorithm {
    case .rsaEncryptionRaw: return try decrypt(padded(message), .none)
    case .rsaEncryptionPKCS1: return try decrypt(Array(message), .pkcs1)
    case .rsaEncryptionOAEP(let hash): return try decrypt(Array(message), .oaep(hash))
    case .rsaEncryptionOAEPAESGCM(let hash): return try decryptWithSessionKey(message, hash)
    case .ecies(let hash, let nonce): return try decryptWithAgreement(message, hash, nonce)
    default: throw Self.unsupported
    }
  }

  /// Decrypts a message with an RSA public key: applies the public exponent, as the verification of a signature does.
  /// Only raw RSA is possible. With a padding, decryption would always fail, because the decrypted block never has a
  /// valid padding.
  private func decryptInPublic(
    _ message: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> [UInt8] {
    guard algorithm == .rsaEncryptionRaw, let block = try recoverBlock(message) else {
      throw Self.undecryptable
    }
    return block
  }

  func decrypt(
    _ message: [UInt8], _ padding: KeyContext.EncryptionPadding
  ) throws(KeychainError) -> [UInt8] {
    guard message.count == blockByteCount else { throw Self.undecryptable }
    return try contexts.use(pointer, .decrypt(padding)) { context throws(KeychainError) in
      var count = blockByteCount
      var plaintext = [UInt8](repeating: 0, count: count)
      guard EVP_PKEY_decrypt(context, &plaintext, &count, message, message.count) == 1 else {
        plaintext.wipe()
        ERR_clear_error()
        throw Self.undecryptable
      }
      plaintext.removeLast(plaintext.count - count)
      return plaintext
    }
  }

  static var undecryptable: KeychainError {
    KeychainError(.parameter, "the message cannot be decrypted with this key")
  }
}

// RSA-OAEP encrypts a session key, and AES-GCM encrypts the message (specification: keys-and-certificates 1.9). The
// result contains the OAEP block, the ciphertext and the tag. The nonce is zero, because each session key encrypts only
// one message. AES-GCM also authenticates the public key.

extension AsymmetricKey {
  /// The size of the session key in bytes. The size depends on the modulus, not on the hash.
  private var sessionKeyByteCount: Int { bitCount < 4096 ? 16 : 32 }

  private static let zeroNonce = [UInt8](repeating: 0, count: AESGCM.nonceByteCount)

  func encryptWithSessionKey(
    _ message: UnsafeRawBufferPointer, _ hash: HashAlgorithm
  ) throws(KeychainError) -> [UInt8] {
    var key = try SecretRandom.bytes(sessionKeyByteCount)
    defer { key.wipe() }
    return try encrypt(key, .oaep(hash))
      + AESGCM.seal(message, key: key, nonce: Self.zeroNonce, context: publicRepresentation)
  }

  func decryptWithSessionKey(
    _ message: UnsafeRawBufferPointer, _ hash: HashAlgorithm
  ) throws(KeychainError) -> [UInt8] {
    guard message.count >= blockByteCount + AESGCM.tagByteCount else { throw Self.undecryptable }
    var key = try decrypt(Array(message.prefix(blockByteCount)), .oaep(hash))
    defer { key.wipe() }
    guard key.count == sessionKeyByteCount else { throw Self.undecryptable }
    return try AESGCM.open(
      UnsafeRawBufferPointer(rebasing: message.dropFirst(blockByteCount)), key: key,
      nonce: Self.zeroNonce, context: publicRepresentation)
  }
}
