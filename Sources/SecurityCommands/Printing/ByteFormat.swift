import KeychainModel

/// Prints bytes in macOS's format: as text if all bytes are printable, otherwise as hexadecimal digits. In some cases,
/// text follows the digits.
enum ByteFormat {
  /// Appends bytes to the output in one of these forms:
  ///
  /// - Nothing, if there are no bytes.
  /// - `"text"`, if every byte is printable.
  /// - `0x` and upper-case digits, two spaces, and the text with unprintable bytes in octal, if some bytes are
  ///   printable.
  /// - `0x` and upper-case digits, and one space, if no byte is printable.
  ///
  /// - Parameter forReader: Whether the output goes to a terminal. At a terminal, printable UTF-8 text also follows the
  ///   digits.
  static func append(
    _ bytes: some Collection<UInt8>, to output: inout [UInt8], forReader: Bool = false
  ) {
    guard !bytes.isEmpty else { return }
    if bytes.allSatisfy(isPrintable) {
      appendQuoted(bytes, to: &output)
      return
    }
    output += "0x".utf8
    output += HexadecimalText.uppercase(bytes)
    output += " ".utf8
    if bytes.contains(where: isPrintable) {
      output += " ".utf8
      appendQuoted(bytes, to: &output)
    }
    if forReader { PrintableText.append(Array(bytes), to: &output) }
  }

  /// Appends the four bytes of a 32-bit value in big-endian order, in the format of `append(_:to:forReader:)`.
  static func append(_ value: UInt32, to output: inout [UInt8]) {
    append(withUnsafeBytes(of: value.bigEndian, Array.init), to: &output)
  }

  private static func appendQuoted(_ bytes: some Collection<UInt8>, to output: inout [UInt8]) {
    output += "\"".utf8
    for byte in bytes {
      if isPrintable(byte) {
        output.append(byte)
      } else {
        output += "\\".utf8
        for shift in [6, 3, 0] { output.append(UInt8(ascii: "0") + (byte >> shift) & 7) }
      }
    }
    output += "\"".utf8
  }

  /// Whether a byte is printable ASCII. A backslash is treated as unprintable, so that octal escapes are unambiguous.
  private static func isPrintable(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\\")
  }
}

/// Prints bytes as text, after the hexadecimal digits of the bytes. Commands print this text only at a terminal.
enum PrintableText {
  /// Appends two spaces and the text in quotation marks, if the bytes are UTF-8 and every character is printable.
  /// Appends nothing for other bytes.
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

/// Formats a secret for the option `-w`. The format is the text itself, or lower-case hexadecimal digits if any byte is
/// not printable ASCII. As on macOS, a text can look like the digits of another secret.
enum SecretText {
  /// - Parameter forReader: Whether the output goes to a terminal. At a terminal, printable text follows the digits.
  static func bytes(of secret: [UInt8], forReader: Bool = false) -> [UInt8] {
    if secret.allSatisfy({ (0x20...0x7E).contains($0) }) { return secret }
    var text = HexadecimalText.lowercase(secret)
    if forReader { PrintableText.append(secret, to: &text) }
    return text
  }
}
