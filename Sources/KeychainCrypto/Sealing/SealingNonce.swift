package import KeychainModel

/// A nonce of 24 bytes. Every sealing under one key needs a different nonce.
///
/// Nonces are random and not counted. Two random nonces of 192 bits are practically never equal, however many messages
/// a keychain seals. So processes need not remember used nonces.
package struct SealingNonce: Sendable, Hashable {
  package static let byteCount = 24

  // The words contain the bytes of the nonce in memory order. The words are not used as numbers.
  private let words: (UInt64, UInt64, UInt64)

  /// Creates a new random nonce.
  package init(random: some RandomSource) throws(KeychainError) {
    var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
    try withUnsafeMutableBytes(of: &words) { buffer throws(KeychainError) in
      try random.fill(buffer)
    }
    self.words = words
  }

  /// Reads the nonce of an existing message. Returns nil unless `buffer` has 24 bytes.
  package init?(_ buffer: UnsafeRawBufferPointer) {
    guard buffer.count == Self.byteCount else { return nil }
    words = (
      buffer.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
      buffer.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
      buffer.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    )
  }

  /// Writes the 24 bytes at the start of `buffer`, which must have at least 24 bytes.
  package func write(to buffer: UnsafeMutableRawBufferPointer) {
    buffer.storeBytes(of: words.0, toByteOffset: 0, as: UInt64.self)
    buffer.storeBytes(of: words.1, toByteOffset: 8, as: UInt64.self)
    buffer.storeBytes(of: words.2, toByteOffset: 16, as: UInt64.self)
  }

  package static func == (left: Self, right: Self) -> Bool { left.words == right.words }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
  }
}
