package import KeychainModel

/// A source of random bytes: the system, or a repeatable source in a test.
package protocol RandomSource: Sendable {
  /// Fills a buffer with bytes that need not stay secret: nonces, salts, identifiers.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(KeychainError)

  /// Fills a buffer with bytes that must stay secret: keys.
  func fillSecret(_ buffer: UnsafeMutableRawBufferPointer) throws(KeychainError)
}

extension RandomSource {
  package func fillSecret(_ buffer: UnsafeMutableRawBufferPointer) throws(KeychainError) {
    try fill(buffer)
  }

  /// A random identifier for a store or a row.
  package func makeIdentifier() throws(KeychainError) -> RowIdentifier {
    var words: (UInt64, UInt64) = (0, 0)
    try withUnsafeMutableBytes(of: &words) { buffer throws(KeychainError) in try fill(buffer) }
    return RowIdentifier(high: words.0, low: words.1)
  }
}
