/// Converts between bytes and hexadecimal digits.
package enum HexadecimalText {
  /// Decodes digits of either case. If their number is odd, a zero is added in front. Returns nil
  /// when there is any other character.
  package static func bytes(_ digits: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity((digits.count + 1) / 2)
    var isHigh = digits.count.isMultiple(of: 2)
    var high: UInt8 = 0
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      if isHigh { high = value << 4 } else { bytes.append(high | value) }
      isHigh.toggle()
    }
    return bytes
  }

  /// The bytes as digits, in upper case.
  package static func digits(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
