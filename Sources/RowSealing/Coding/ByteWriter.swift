import KeychainModel

/// Writes values one after another into a buffer. The buffer must have room for all of them.
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
