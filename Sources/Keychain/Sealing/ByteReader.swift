import KeychainModel

/// Reads the parts of sealed plaintexts, never past their end.
struct ByteReader {
  private var rest: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

  static var malformed: KeychainError {
    KeychainError(.decode, "the content of a row is malformed")
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() throws(KeychainError) -> UInt8 { try bytes(1)[0] }

  mutating func bytes(_ count: Int) throws(KeychainError) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= rest.count else { throw Self.malformed }
    defer { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
    return UnsafeRawBufferPointer(rebasing: rest[..<count])
  }

  mutating func number() throws(KeychainError) -> UInt64 {
    UInt64(littleEndian: try bytes(8).loadUnaligned(as: UInt64.self))
  }

  /// A length of up to five groups of seven bits.
  mutating func length() throws(KeychainError) -> Int {
    var value = 0
    for shift in stride(from: 0, to: 35, by: 7) {
      let next = try byte()
      value |= Int(next & 0x7F) << shift
      if next < 0x80 { return value }
    }
    throw Self.malformed
  }

  mutating func value(_ type: UInt8) throws(KeychainError) -> AttributeValue {
    switch type {
    case 1: .string(String(decoding: try bytes(try length()), as: UTF8.self))
    case 2: .data([UInt8](try bytes(try length())))
    case 3: .number(Int64(bitPattern: try number()))
    case 4: .date(Double(bitPattern: try number()))
    default: throw Self.malformed
    }
  }
}
