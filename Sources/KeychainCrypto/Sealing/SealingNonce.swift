package import KeychainModel

/// The 24 bytes that make each sealing under one key different from every other.
///
/// Drawn at random, never counted: with 192 bits no count of messages that a keychain could reach
/// makes a repetition likely, so nothing has to be remembered between processes.
package struct SealingNonce: Sendable, Hashable {
  package static let byteCount = 24

  // In the order of memory, not as numbers.
  private let words: (UInt64, UInt64, UInt64)

  /// A nonce for one sealing.
  package init(random: some RandomSource) throws(KeychainError) {
    var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
    try withUnsafeMutableBytes(of: &words) { buffer throws(KeychainError) in
      try random.fill(buffer)
    }
    self.words = words
  }

  /// The nonce of a message that was sealed before; nil unless there are 24 bytes.
  package init?(_ buffer: UnsafeRawBufferPointer) {
    guard buffer.count == Self.byteCount else { return nil }
    words = (
      buffer.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
      buffer.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
      buffer.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    )
  }

  /// Writes the 24 bytes at the start of `buffer`, which must have room for them.
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
