import COpenSSL
package import KeychainModel
import OpenSSLSupport

extension AsymmetricKey {
  /// Encrypts a message for the owner of the private key.
  ///
  /// - Throws: `.parameter` when the key does not support this, or the message is too long;
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
