/// Bytes written as hexadecimal digits.
package enum HexadecimalText {
  /// The bytes that digits of either case spell. An odd number of digits is filled up with a zero
  /// in front. Nil when there is anything but digits.
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

  /// The digits of bytes, in capitals.
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
