package import KeychainModel

/// Seals a large secret in chunks that can be stored and read one by one.
///
/// One nonce N of 24 bytes serves the whole secret. N[0..<12] gives the message key as in
/// XAES-256-GCM; chunk *i* is sealed under it with the nonce N[12..<20] followed by *i* as a
/// big-endian 32-bit number whose highest bit marks the last chunk. A chunk opens therefore only
/// in its own place, and the last one only as the last: chunks exchanged, dropped, added, cut or
/// taken from another secret are noticed.
///
/// Every chunk but the last holds 65 536 bytes; the last holds the rest, at least one byte unless
/// the secret is empty. A secret has at most 2^31 chunks (128 TiB). A nonce must not serve a
/// stream and a single message; both are drawn at random, which rules it out.
package struct SecretStream: Sendable {
  /// Plaintext bytes in each chunk but the last.
  package static let chunkByteCount = 65_536

  package let nonce: SealingNonce

  /// The number of plaintext bytes in all chunks.
  package let byteCount: Int

  package let chunkCount: Int

  /// The stream of a secret of `byteCount` bytes.
  ///
  /// - Throws: `.dataTooLarge` when it has too many chunks.
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

  /// The bytes that all sealed chunks have together.
  package var sealedByteCount: Int { byteCount + chunkCount * XAES256GCM.tagByteCount }

  /// Where the plaintext of a chunk lies in the secret.
  package func range(ofChunk index: Int) -> Range<Int> {
    let start = index * Self.chunkByteCount
    return start..<min(start + Self.chunkByteCount, byteCount)
  }

  /// Seals the plaintext of one chunk; `output` has 16 bytes more.
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

  /// Opens one chunk; `output` has 16 bytes less.
  ///
  /// - Throws: `.decode` when it is not this chunk of this secret; nothing of it is then shown.
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
