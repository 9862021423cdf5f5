/// A value of sixteen bytes, held as two numbers whose highest byte is the first.
package protocol SixteenBytes: Hashable, Sendable {
  var high: UInt64 { get }
  var low: UInt64 { get }
  init(high: UInt64, low: UInt64)
}

extension SixteenBytes {
  @inlinable package static var byteCount: Int { 16 }

  /// The value of a buffer of sixteen bytes; nil for any other count.
  @inlinable package init?(_ buffer: UnsafeRawBufferPointer) {
    guard buffer.count == Self.byteCount else { return nil }
    self.init(
      high: UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
      low: UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  /// Writes the sixteen bytes at the start of `buffer`, which must have room for them.
  @inlinable package func write(to buffer: UnsafeMutableRawBufferPointer) {
    buffer.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
    buffer.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
  }

  /// Calls `body` with the sixteen bytes.
  @inlinable package func withBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let words = (high.bigEndian, low.bigEndian)
    return try withUnsafeBytes(of: words, body)
  }
}
