/// Reads numbers from bytes that may be damaged. Returns nil outside the bounds.
extension [UInt8] {
  /// A number of one to eight big-endian bytes.
  func number(at offset: Int, _ byteCount: Int) -> Int64? {
    guard offset >= 0, byteCount >= 0, byteCount <= 8, count - byteCount >= offset else {
      return nil
    }
    return self[offset..<offset + byteCount].reduce(0) { $0 << 8 | Int64($1) }
  }

  /// A number of four big-endian bytes, as pages are numbered.
  func pageNumber(at offset: Int) -> Int? { number(at: offset, 4).map { Int($0) } }

  /// A number of two big-endian bytes, used for offsets in a page.
  func place(at offset: Int) -> Int? { number(at: offset, 2).map { Int($0) } }

  /// A variable-length integer of SQLite, and the offset after it. It has up to eight groups of
  /// seven bits, highest first. A ninth byte has eight bits.
  func variableInteger(at offset: Int) -> (value: Int64, end: Int)? {
    var value: UInt64 = 0
    for index in 0..<9 {
      let position = offset + index
      guard indices.contains(position) else { return nil }
      let byte = self[position]
      if index == 8 { return (Int64(bitPattern: value << 8 | UInt64(byte)), position + 1) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return (Int64(bitPattern: value), position + 1) }
    }
    return nil
  }
}
