/// Parses a status number that a person typed.
enum StatusNumber {
  /// Returns a number in decimal notation, in hexadecimal after `0x`, or in octal after `0`, with an optional sign. A
  /// hexadecimal number above the signed range becomes the negative number with the same 32 bits. Returns nil for
  /// anything else.
  static func parse(_ text: String) -> Int32? {
    let isNegative = text.hasPrefix("-")
    let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard let magnitude = magnitude(digits) else { return nil }
    guard isNegative else { return Int32(truncatingIfNeeded: magnitude) }
    return Int32(exactly: -Int64(magnitude))
  }

  private static func magnitude(_ digits: Substring) -> UInt32? {
    // The initializer of UInt32 would accept a further sign, so the first character must be a digit.
    guard let first = digits.first, first.isNumber else { return nil }
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      return UInt32(digits.dropFirst(2), radix: 16)
    }
    return UInt32(digits, radix: digits.utf8.count > 1 && first == "0" ? 8 : 10)
  }
}
