/// A value of sixteen bytes, stored as two numbers. The first byte is the highest byte of the first
/// number.
package protocol SixteenBytes: Hashable, Sendable {
  var high: UInt64 { get }
  var low: UInt64 { get }
  init(high: UInt64, low: UInt64)
}

extension SixteenBytes {
  @inlinable package static var byteCount: Int { 16 }

  /// The value in a buffer of sixteen bytes. Returns nil for any other number of bytes.
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
