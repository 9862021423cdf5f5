/// Text of a stranger, made harmless for a terminal.
enum ShownText {
  /// The text with characters that control a terminal, or the direction of what follows, spelled
  /// as numbers.
  static func of(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      if isControl(scalar) {
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// The same for text of several lines, which stay lines.
  static func of(lines text: [UInt8]) -> String {
    text.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { of(String(decoding: $0, as: UTF8.self)) }.joined(separator: "\n")
  }

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
