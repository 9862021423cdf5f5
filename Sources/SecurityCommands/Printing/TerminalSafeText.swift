/// Converts untrusted text to a form that is safe to print at a terminal.
enum TerminalSafeText {
  /// Returns a text with some characters escaped as numbers: characters that control a terminal or the text direction,
  /// and invisible characters.
  ///
  /// - Parameter exceptions: The characters that are not escaped.
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

  /// Escapes each line of a text as `of(_:except:)` does. The line breaks stay unchanged.
  static func of(lines text: [UInt8]) -> String {
    text.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { of(String(decoding: $0, as: UTF8.self)) }.joined(separator: "\n")
  }

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    // Zero-width characters. Two names that differ only in zero-width characters look the same.
    case 0xAD, 0x034F, 0x180E, 0x200B...0x200D, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF,
      0xE0000...0xE007F:
      true
    default: false
    }
  }
}

/// Converts a name to one field of a line. A backslash escapes the characters that would end the field or control a
/// terminal, so that programs can parse the field.
enum EscapedName {
  /// Returns the escaped name. A backslash is doubled, and a control character becomes its number, such as `\u{9}`. If
  /// the name is not UTF-8, every byte from 0x80 becomes its number, such as `\x{ff}`.
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
