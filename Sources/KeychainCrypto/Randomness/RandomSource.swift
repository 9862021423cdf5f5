package import KeychainModel

/// Where random bytes come from: the system, or in a test something that can be repeated.
package protocol RandomSource: Sendable {
  /// Fills a buffer with bytes that may become known: nonces, salts, identifiers.
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
