import COpenSSL
package import KeychainModel
import OpenSSLSupport

extension AsymmetricKey {
  /// Decrypts a message that was encrypted with the public key.
  ///
  /// - Throws: `.parameter` when the key does not support this, or the message was not made for
  ///   this key or was changed; `.internalComponent` when OpenSSL fails.
  package func decrypt(
    _ message: UnsafeRawBufferPointer, _ algorithm: KeyAlgorithm
  ) throws(KeychainError) -> [UInt8] {
    guard supports(algorithm, for: .decrypt) else { throw Self.unsupported }
    guard isPrivate else { return try decryptInPublic(message, algorithm) }
    switch algorithm {
    case .rsaEncryptionRaw: return try decrypt(padded(message), .none)
    case .rsaEncryptionPKCS1: return try decrypt(Array(message), .pkcs1)
    case .rsaEncryptionOAEP(let hash): return try decrypt(Array(message), .oaep(hash))
    case .rsaEncryptionOAEPAESGCM(let hash): return try decryptWithSessionKey(message, hash)
    case .ecies(let hash, let nonce): return try decryptWithAgreement(message, hash, nonce)
    default: throw Self.unsupported
    }
  }

  /// Decrypts with an RSA public key, which means applying the public exponent, as for a signature.
  /// The result of an encrypted message never has the right padding, so only raw RSA is possible.
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
