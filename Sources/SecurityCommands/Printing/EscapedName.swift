/// A name in one field of a line: the text, with a backslash before what would end the field or
/// control a terminal, so that the field can be read back.
enum EscapedName {
  /// The text of a name that is UTF-8: a backslash is doubled, and a character that controls a terminal
  /// is `\u{9}`. Of other names every byte above 0x7E is `\x{ff}`.
  static func text(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return escaped(text) }
    return bytes.reduce(into: "") { shown, byte in
      if byte < 0x80 {
        shown += escaped(String(Unicode.Scalar(byte)))
      } else {
        shown += "\\x{\(String(byte, radix: 16))}"
      }
    }
  }

  private static func escaped(_ text: String) -> String {
    var doubled = ""
    for scalar in text.unicodeScalars {
      if scalar == "\\" { doubled.unicodeScalars.append(scalar) }
      doubled.unicodeScalars.append(scalar)
    }
    return ShownText.of(doubled)
  }
}
