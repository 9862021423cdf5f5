/// Splits comma-separated values into records (RFC 4180). The parser also accepts lines that end in LF, and a byte
/// order mark at the beginning.
struct CSVParser {
  /// A record, and the number of its first line.
  struct Record {
    let line: Int
    var fields: [[UInt8]]
  }

  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var line = 1

  /// - Throws: A failure if the bytes are not UTF-8.
  init(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
    try SourceText.check(bytes)
    self.bytes = bytes
    if bytes.starts(with: SourceText.byteOrderMark) { position = 3 }
  }

  /// The next record; nil at the end of the text. The parser skips empty lines.
  ///
  /// - Throws: A failure if a quotation does not end, or if a quotation mark or a carriage return is in a wrong place.
  mutating func next() throws(TransferFailure) -> Record? {
    while position < bytes.count {
      var record = Record(line: line, fields: [])
      while true {
        record.fields.append(try field())
        guard position < bytes.count, bytes[position] == comma else { break }
        position += 1
      }
      skipLineEnd()
      if record.fields != [[]] { return record }
    }
    return nil
  }

  private mutating func field() throws(TransferFailure) -> [UInt8] {
    if position < bytes.count, bytes[position] == quote { return try quotedField() }
    let begin = position
    while position < bytes.count, !isFieldEnd {
      guard bytes[position] != quote else {
        throw TransferFailure(
          "a quote stands within a field that does not begin with one", line: line)
      }
      guard bytes[position] != carriageReturn else {
        throw TransferFailure("a carriage return stands alone", line: line)
      }
      position += 1
    }
    return [UInt8](bytes[begin..<position])
  }

  private mutating func quotedField() throws(TransferFailure) -> [UInt8] {
    let begin = line
    var field: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte != quote {
        if byte == newline { line += 1 }
        field.append(byte)
      } else if position < bytes.count, bytes[position] == quote {
        field.append(quote)
        position += 1
      } else {
        guard position == bytes.count || isFieldEnd else {
          throw TransferFailure("text follows the closing quote of a field", line: line)
        }
        return field
      }
    }
    throw TransferFailure("the quote that begins here does not end", line: begin)
  }

  private var isFieldEnd: Bool {
    switch bytes[position] {
    case comma, newline: true
    case carriageReturn: position + 1 < bytes.count && bytes[position + 1] == newline
    default: false
    }
  }

  private mutating func skipLineEnd() {
    guard position < bytes.count else { return }
    if bytes[position] == carriageReturn { position += 1 }
    position += 1
    line += 1
  }
}

private let comma = UInt8(ascii: ",")
private let quote = UInt8(ascii: "\"")
private let newline = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
