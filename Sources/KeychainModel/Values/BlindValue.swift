/// 128 bits that stand for a value without revealing it: a truncated HMAC-SHA-256.
package struct BlindValue: Hashable, Sendable {
  package static let byteCount = 16

  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The value in the first sixteen bytes of `buffer`, which must hold them.
  package init(prefixOf buffer: UnsafeRawBufferPointer) {
    high = UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
    low = UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  /// The value of sixteen bytes; nil for any other count.
  package init?(_ buffer: UnsafeRawBufferPointer) {
    guard buffer.count == Self.byteCount else { return nil }
    self.init(prefixOf: buffer)
  }

  /// Writes the sixteen bytes at the start of `buffer`, which must have room for them.
  package func write(to buffer: UnsafeMutableRawBufferPointer) {
    buffer.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
    buffer.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
  }

  /// Calls `body` with the sixteen bytes.
  package func withBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let words = (high.bigEndian, low.bigEndian)
    return try withUnsafeBytes(of: words, body)
  }
}
