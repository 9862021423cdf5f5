/// A status as people write it.
enum StatusNumber {
  /// The number that text spells in decimal, in hexadecimal after `0x`, or in octal after `0`, with
  /// or without a sign. A hexadecimal number above the signed range is the negative one with the
  /// same 32 bits. Nil for anything else.
  static func parse(_ text: String) -> Int32? {
    let isNegative = text.hasPrefix("-")
    let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard let magnitude = magnitude(digits) else { return nil }
    guard isNegative else { return Int32(truncatingIfNeeded: magnitude) }
    return Int32(exactly: -Int64(magnitude))
  }

  private static func magnitude(_ digits: Substring) -> UInt32? {
    // The initializer takes a sign of its own.
    guard let first = digits.first, first.isNumber else { return nil }
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      return UInt32(digits.dropFirst(2), radix: 16)
    }
    return UInt32(digits, radix: digits.utf8.count > 1 && first == "0" ? 8 : 10)
  }
}
