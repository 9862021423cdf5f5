/// Splits a line into words, like the interactive mode of macOS.
///
/// Whitespace separates words. A word that *begins* with `"` or `'` ends at the next `"` or `'` of the same kind. A new
/// word begins after this quotation mark. Inside an unquoted word, a quotation mark is an ordinary character. A
/// backslash makes the next character literal everywhere.
struct WordSplitter {
  /// The maximum number of words in a line.
  static let limit = 32

  private var rest: ArraySlice<UInt8>

  private init(_ line: [UInt8]) { rest = line[...] }

  /// Splits a line into words.
  ///
  /// - Throws: A failure if the line has too many words, or ends inside a quotation or after a backslash. macOS runs
  ///   the command with the words before the error, and could store a wrong password.
  static func words(of line: [UInt8]) throws(CommandFailure) -> [Word] {
    var splitter = WordSplitter(line)
    var words: [Word] = []
    while let word = try splitter.next() {
      guard words.count < limit else {
        throw .failed("the line has more than \(limit) words")
      }
      words.append(word)
    }
    return words
  }

  private mutating func next() throws(CommandFailure) -> Word? {
    rest = rest.drop(while: Self.isSpace)
    guard let first = rest.first else { return nil }
    let quote = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") ? first : nil
    if quote != nil { rest.removeFirst() }
    var word: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\") {
        guard let escaped = rest.popFirst() else {
          throw .failed("the line ends after a backslash")
        }
        word.append(escaped)
      } else if let quote {
        if byte == quote { return Word(word) }
        word.append(byte)
      } else {
        if Self.isSpace(byte) { return Word(word) }
        word.append(byte)
      }
    }
    guard quote == nil else { throw .failed("the line ends within a quoted word") }
    return Word(word)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
