/// A name as one field of a line. Characters that would end the field or control a terminal are escaped with a
/// backslash, so that the field can be parsed.
enum EscapedName {
  /// Returns the escaped name. In a UTF-8 name, a backslash is doubled, and a control character becomes, for example,
  /// `\u{9}`. In any other name, every byte above 0x7E becomes, for example, `\x{ff}`.
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
    return TerminalSafeText.of(doubled)
  }
}
