/// Untrusted text in a form that is safe for a terminal.
enum TerminalSafeText {
  /// Returns the text with certain characters escaped as numbers: characters that control a terminal or the text
  /// direction, and invisible characters.
  ///
  /// - Parameter exceptions: Characters that are not escaped.
  static func of(_ text: String, except exceptions: Set<Unicode.Scalar> = []) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      if isControl(scalar), !exceptions.contains(scalar) {
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// Returns text of several lines with the same escapes. The line breaks stay.
  static func of(lines text: [UInt8]) -> String {
    text.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { of(String(decoding: $0, as: UTF8.self)) }.joined(separator: "\n")
  }

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    // Zero-width characters. Two names that differ only in these look the same.
    case 0xAD, 0x034F, 0x180E, 0x200B...0x200D, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF,
      0xE0000...0xE007F:
      true
    default: false
    }
  }
}

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
