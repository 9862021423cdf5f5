/// Looks for bytes in texts, in a time that is proportional to the size of a text (the algorithm of Knuth, Morris and
/// Pratt). A program may choose the bytes and the texts, so a simple comparison at each position could take hours.
struct ByteSearch {
  let bytes: [UInt8]
  /// For each position of `bytes`, the length of the longest beginning of `bytes` that also ends there and is shorter.
  private let borders: [Int32]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var borders: [Int32] = []
    borders.reserveCapacity(bytes.count)
    var length = 0
    for (position, byte) in bytes.enumerated() {
      while length > 0, bytes[length] != byte { length = Int(borders[length - 1]) }
      if position > 0, bytes[length] == byte { length += 1 }
      borders.append(Int32(length))
    }
    self.borders = borders
  }

  /// Whether a text contains the bytes.
  ///
  /// - Parameters:
  ///   - count: The size of the text.
  ///   - byte: Returns the byte at a position of the text.
  func isContained(_ count: Int, _ byte: (Int) -> UInt8) -> Bool {
    guard !bytes.isEmpty else { return true }
    var length = 0
    for position in 0..<count {
      let byte = byte(position)
      while length > 0, bytes[length] != byte { length = Int(borders[length - 1]) }
      if bytes[length] == byte { length += 1 }
      if length == bytes.count { return true }
    }
    return false
  }
}
