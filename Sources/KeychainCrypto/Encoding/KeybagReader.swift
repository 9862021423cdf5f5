import KeychainModel

/// Reads numbers and bytes from an encoded keybag, from front to end, and never beyond the end.
struct KeybagReader {
  private var rest: UnsafeRawBufferPointer.SubSequence

  init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func number<Number: FixedWidthInteger>(
    _ type: Number.Type
  ) throws(KeychainError) -> Number {
    let count = Number.bitWidth / 8
    guard rest.count >= count else { throw malformed() }
    let number = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: Number.self)
    rest = rest.dropFirst(count)
    return Number(littleEndian: number)
  }

  mutating func bytes(_ count: Int) throws(KeychainError) -> [UInt8] {
    guard rest.count >= count else { throw malformed() }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  func malformed(file: StaticString = #fileID, line: UInt = #line) -> KeychainError {
    KeychainError(
      .notAvailable, "the keybag is malformed", because: .keybagDamaged, file: file, line: line)
  }
}

extension [UInt8] {
  /// Appends a number, little-endian.
  mutating func append(number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  /// Appends the characters of a string constant.
  mutating func append(text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
