package import KeychainModel

/// Reads the parts of a sealed plaintext, and never past its end.
package struct ByteReader {
  private let start: UnsafeRawBufferPointer
  private var position = 0

  package init(_ bytes: UnsafeRawBufferPointer) { start = bytes }

  static var malformed: KeychainError {
    KeychainError(.decode, "the content of a row is malformed")
  }

  package var isAtEnd: Bool { position == start.count }

  mutating func byte() throws(KeychainError) -> UInt8 {
    guard position < start.count else { throw Self.malformed }
    defer { position += 1 }
    return start[position]
  }

  package mutating func bytes(_ count: Int) throws(KeychainError) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= start.count - position else { throw Self.malformed }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: start[position..<position + count])
  }

  /// A length, encoded in up to five groups of seven bits.
  mutating func length() throws(KeychainError) -> Int {
    var value = 0
    for shift in stride(from: 0, to: 35, by: 7) {
      let next = try byte()
      value |= Int(next & 0x7F) << shift
      if next < 0x80 { return value }
    }
    throw Self.malformed
  }
}
