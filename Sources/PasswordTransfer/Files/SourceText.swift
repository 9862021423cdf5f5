/// The bytes of a source that is text.
enum SourceText {
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// - Throws: A failure when the bytes are not UTF-8, with the first wrong line.
  static func check(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw TransferFailure("the text is UTF-16; save it as UTF-8", line: 1)
    }
    var line = 1
    var rest = bytes[...]
    // Each line can be checked separately, because a newline byte in UTF-8 is always a newline.
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      if !isUTF8(rest[..<end]) { throw TransferFailure("the text is not UTF-8", line: line) }
      rest = rest[end...].dropFirst()
      line += 1
    }
  }

  private static func isUTF8(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }
}
