/// How macOS prints bytes: as text where they are text, else as hexadecimal with the text beside.
enum ByteRule {
  /// Appends nothing for no bytes; `"text"` when every byte is printable; otherwise `0x` and
  /// upper-case digits, then two blanks and the text with the others in octal, or one blank when
  /// nothing at all is printable.
  ///
  /// - Parameter forReader: Whether a person reads it: printable text then follows the digits.
  static func append(
    _ bytes: some Collection<UInt8>, to output: inout [UInt8], forReader: Bool = false
  ) {
    guard !bytes.isEmpty else { return }
    if bytes.allSatisfy(isPrintable) {
      appendQuoted(bytes, to: &output)
      return
    }
    output += "0x".utf8
    for byte in bytes {
      output.append(digits[Int(byte >> 4)])
      output.append(digits[Int(byte & 0xF)])
    }
    output += " ".utf8
    if bytes.contains(where: isPrintable) {
      output += " ".utf8
      appendQuoted(bytes, to: &output)
    }
    if forReader { PrintableText.append(Array(bytes), to: &output) }
  }

  /// Appends a 32-bit value: by the rule for its four bytes, the highest first.
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

  /// A backslash counts as not printable, so that the octal digits can be told from text.
  private static func isPrintable(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\\")
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}
