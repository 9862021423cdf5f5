/// Converts between bytes and hexadecimal digits.
package enum HexadecimalText {
  /// The value of a digit of either case; nil for any other character.
  package static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Decodes two digits; nil when there are more or fewer, or another character.
  package static func byte(_ digits: some Collection<UInt8>) -> UInt8? {
    digits.count == 2 ? bytes(digits)?.first : nil
  }

  /// Decodes digits of either case. If their number is odd, a zero is added in front. Returns nil
  /// when there is any other character.
  package static func bytes(_ digits: some Collection<UInt8>) -> [UInt8]? {
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
  package static func digits(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: uppercase(bytes), as: UTF8.self)
  }

  /// The digits of bytes, in capitals, as ASCII.
  package static func uppercase(_ bytes: some Collection<UInt8>) -> [UInt8] { text(bytes, "0123456789ABCDEF") }

  /// The digits of bytes, in small letters, as ASCII.
  package static func lowercase(_ bytes: some Collection<UInt8>) -> [UInt8] { text(bytes, "0123456789abcdef") }

  private static func text(_ bytes: some Collection<UInt8>, _ digits: StaticString) -> [UInt8] {
    digits.withUTF8Buffer { digits in
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count * 2)
      for byte in bytes {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
      }
      return text
    }
  }
}
