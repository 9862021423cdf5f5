/// Text that is printed after the digits of a value, for a person at a terminal.
enum PrintableText {
  /// Appends two spaces and the text in quotation marks, if the bytes are UTF-8 and every character is printable.
  /// Otherwise appends nothing.
  static func append(_ bytes: [UInt8], to output: inout [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), !text.isEmpty,
      text.unicodeScalars.allSatisfy(isPrintable)
    else { return }
    while output.last == UInt8(ascii: " ") { output.removeLast() }
    output += "  \"".utf8
    output += bytes
    output += "\"".utf8
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    guard !TerminalSafeText.isControl(scalar) else { return false }
    return switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned: false
    case .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
