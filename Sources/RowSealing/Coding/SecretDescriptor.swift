import KeychainCrypto

/// What the sealed metadata of a row says about its secret. The nonce stands nowhere else, so one
/// metadata names exactly one secret.
package struct SecretDescriptor: Sendable, Equatable {
  /// Whether the secret lies in chunks of its own instead of in the row.
  var isChunked: Bool
  var nonce: SealingNonce
  /// The bytes of the encoded secret, unsealed.
  var byteCount: Int

  /// Secrets above this many bytes lie in chunks.
  static let inlineByteCount = 16_384
}
