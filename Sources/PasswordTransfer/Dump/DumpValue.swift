import KeychainModel

/// A value in the format of `dump-keychain`: nothing, `"text"`, or `0x` and digits, followed by the
/// text.
enum DumpValue {
  /// Returns nil for any other format.
  static func bytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    if text.isEmpty { return [] }
    if text.first == quote {
      guard text.count >= 2, text.last == quote else { return nil }
      let content = text.dropFirst().dropLast()
      return content.allSatisfy(isPrintable) ? Array(content) : nil
    }
    guard text.starts(with: "0x".utf8) else { return nil }
    let digits = text.dropFirst(2).prefix { HexadecimalText.value(of: $0) != nil }
    guard !digits.isEmpty, digits.count.isMultiple(of: 2), let bytes = HexadecimalText.bytes(digits) else { return nil }
    let rest = text[digits.endIndex...].drop { $0 == blank }
    // The value again as text. A space at the end of a line may have been removed.
    guard rest.isEmpty || (rest.first == quote && rest.last == quote && rest.count >= 2) else {
      return nil
    }
    return bytes
  }

  private static func isPrintable(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\\")
  }

  private static let quote = UInt8(ascii: "\"")
  private static let blank = UInt8(ascii: " ")
}
