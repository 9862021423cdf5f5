/// A value of sixteen bytes, stored as two numbers. The first byte is the highest byte of the first
/// number.
package protocol SixteenBytes: Hashable, Comparable, Sendable {
  var high: UInt64 { get }
  var low: UInt64 { get }
  init(high: UInt64, low: UInt64)
}

extension SixteenBytes {
  @inlinable package static var byteCount: Int { 16 }

  /// Whether the bytes of the first value come before the bytes of the second value.
  @inlinable package static func < (first: Self, second: Self) -> Bool {
    first.high == second.high ? first.low < second.low : first.high < second.high
  }

  /// The value in a buffer of sixteen bytes. Returns nil for any other number of bytes.
  @inlinable package init?(_ buffer: UnsafeRawBufferPointer) {
    guard buffer.count == Self.byteCount else { return nil }
    self.init(
      high: UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
      low: UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  /// Writes the sixteen bytes at the start of `buffer`, which must have at least sixteen bytes.
  @inlinable package func write(to buffer: UnsafeMutableRawBufferPointer) {
    buffer.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
    buffer.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
  }

  /// The sixteen bytes.
  package var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
      write(to: UnsafeMutableRawBufferPointer(buffer))
      count = Self.byteCount
    }
  }

  /// Calls `body` with the sixteen bytes.
  @inlinable package func withBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let words = (high.bigEndian, low.bigEndian)
    return try withUnsafeBytes(of: words, body)
  }
}

/// Sixteen random bytes that identify an item permanently. The persistent reference of the item contains these bytes.
package struct RowIdentifier: SixteenBytes {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The identifier in sixteen bytes. Returns nil for any other number of bytes.
  @inlinable package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    let bytes = ContiguousArray(bytes)
    let words = bytes.withUnsafeBytes { buffer in
      (
        UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
        UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
    self.init(high: words.0, low: words.1)
  }
}

extension RowIdentifier: CustomStringConvertible {
  package var description: String { String(decoding: HexadecimalText.lowercase(bytes), as: UTF8.self) }
}

/// A truncated HMAC-SHA-256 of 128 bits. A blind value represents another value without revealing the other value.
package struct BlindValue: SixteenBytes {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}
