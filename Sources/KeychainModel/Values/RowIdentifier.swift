/// Sixteen random bytes that identify an item permanently. They are the content of its persistent
/// reference.
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

  /// The sixteen bytes.
  package var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
      write(to: UnsafeMutableRawBufferPointer(buffer))
      count = Self.byteCount
    }
  }
}

extension RowIdentifier: CustomStringConvertible {
  package var description: String { String(decoding: HexadecimalText.lowercase(bytes), as: UTF8.self) }
}
