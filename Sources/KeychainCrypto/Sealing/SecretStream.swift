package import KeychainModel

/// Seals a large secret in chunks that can be stored and read one by one.
///
/// The whole secret has one nonce N of 24 bytes. The message key is derived from N[0..<12] as in XAES-256-GCM. Chunk
/// *i* is sealed under this key with the nonce N[12..<20] followed by *i* as a big-endian 32-bit number, whose highest
/// bit marks the last chunk. So a chunk opens only at its own position, and the last chunk opens only as the last
/// chunk. Chunks that were exchanged, removed, added, cut or taken from another secret are detected.
///
/// Every chunk except the last has 65 536 bytes. The last chunk has the remaining bytes, at least one byte unless the
/// secret is empty. A secret has at most 2^31 chunks (128 TiB). A nonce must not be used for both a stream and a single
/// message. Random nonces prevent such a repeated use.
package struct SecretStream: Sendable {
  /// The number of plaintext bytes in each chunk except the last.
  package static let chunkByteCount = 65_536

  package let nonce: SealingNonce

  /// The number of plaintext bytes in all chunks.
  package let byteCount: Int

  package let chunkCount: Int

  /// Creates the stream of a secret of `byteCount` bytes.
  ///
  /// - Throws: `.dataTooLarge` when the secret has too many chunks.
  package init(nonce: SealingNonce, byteCount: Int) throws(KeychainError) {
    let chunks = max(
      1, byteCount / Self.chunkByteCount + (byteCount % Self.chunkByteCount).signum())
    guard byteCount >= 0, chunks <= 1 << 31 else {
      throw KeychainError(.dataTooLarge, "a secret of \(byteCount) bytes has too many chunks")
    }
    self.nonce = nonce
    self.byteCount = byteCount
    chunkCount = chunks
  }

  /// The total size of all sealed chunks, in bytes.
  package var sealedByteCount: Int { byteCount + chunkCount * XAES256GCM.tagByteCount }

  /// The range of a chunk's plaintext in the secret.
  package func range(ofChunk index: Int) -> Range<Int> {
    let start = index * Self.chunkByteCount
    return start..<min(start + Self.chunkByteCount, byteCount)
  }

  /// Seals the plaintext of one chunk. `output` must be 16 bytes longer than the plaintext.
  package func sealChunk(
    _ index: Int, _ plaintext: UnsafeRawBufferPointer, with cipher: XAES256GCM,
    authenticating context: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    let position = try position(ofChunk: index)
    guard plaintext.count == range(ofChunk: index).count else {
      throw KeychainError(.parameter, "chunk \(index) has not \(plaintext.count) bytes")
    }
    try cipher.sealChunk(
      plaintext, nonce: nonce, position: position, authenticating: context, into: output)
  }

  /// Opens one chunk. `output` must be 16 bytes shorter than the sealed chunk.
  ///
  /// - Throws: `.decode` when the bytes are not this chunk of this secret. Then `output` contains no plaintext.
  package func openChunk(
    _ index: Int, _ sealed: UnsafeRawBufferPointer, with cipher: XAES256GCM,
    authenticating context: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(KeychainError) {
    let position = try position(ofChunk: index)
    guard sealed.count == XAES256GCM.sealedByteCount(of: range(ofChunk: index).count) else {
      throw KeychainError(.decode, "chunk \(index) has a wrong length")
    }
    try cipher.openChunk(
      sealed, nonce: nonce, position: position, authenticating: context, into: output)
  }

  private func position(ofChunk index: Int) throws(KeychainError) -> UInt32 {
    guard (0..<chunkCount).contains(index) else {
      throw KeychainError(.parameter, "there is no chunk \(index) of \(chunkCount)")
    }
    let last: UInt32 = index == chunkCount - 1 ? 1 << 31 : 0
    return UInt32(index) | last
  }
}
