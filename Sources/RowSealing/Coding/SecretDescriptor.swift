import KeychainCrypto

/// The description of a secret in the sealed metadata of its row. The nonce is stored only here, so
/// the metadata identifies exactly one secret.
package struct SecretDescriptor: Sendable, Equatable {
  /// Whether the secret is in chunks instead of in the row.
  var isChunked: Bool
  var nonce: SealingNonce
  /// The size of the encoded secret before sealing.
  var byteCount: Int

  /// Larger secrets are stored in chunks.
  static let inlineByteCount = 16_384
}
