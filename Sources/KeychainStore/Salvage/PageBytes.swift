/// Reads numbers out of bytes that may be anything: nil where there are none.
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

  /// A number of two big-endian bytes, as places in a page are given.
  func place(at offset: Int) -> Int? { number(at: offset, 2).map { Int($0) } }

  /// One of SQLite's variable-length integers, and where the next thing begins: up to eight groups
  /// of seven bits, highest first, and a ninth byte whole.
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
