package import KeychainModel

/// Reads the parts of a plaintext, and never reads beyond the end of the plaintext.
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

/// Writes values one after another into a buffer. The buffer must have room for all values.
struct ByteWriter {
  private let buffer: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init(_ buffer: UnsafeMutableRawBufferPointer) { self.buffer = buffer }

  mutating func append(byte: UInt8) {
    buffer[count] = byte
    count += 1
  }

  /// Appends a number in the byte order of the machine.
  mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(number: Number) {
    buffer.storeBytes(of: number, toByteOffset: count, as: Number.self)
    count += MemoryLayout<Number>.size
  }

  mutating func append(_ value: some SixteenBytes) {
    value.write(to: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
    count += 16
  }

  mutating func append(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    bytes.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(rebasing: buffer[count..<count + bytes.count])
        .copyMemory(from: $0)
    }
    count += bytes.count
  }
}
