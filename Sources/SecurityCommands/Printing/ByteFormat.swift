import KeychainModel

/// Prints bytes in macOS's format: as text if they are printable, otherwise as hexadecimal digits, possibly followed
/// by text.
enum ByteFormat {
  /// Appends the bytes in one of these forms: nothing if there are no bytes; `"text"` if every byte is printable;
  /// otherwise `0x` and upper-case digits. After the digits come two spaces and the text with unprintable bytes in
  /// octal. If no byte is printable, only one space follows the digits.
  ///
  /// - Parameter forReader: Whether a person reads the output. Then printable UTF-8 text also follows the digits.
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

  /// Appends the four bytes of a 32-bit value in big-endian order, by the same rule.
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

  /// A backslash is treated as unprintable, so that octal escapes are unambiguous.
  private static func isPrintable(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\\")
  }
}
