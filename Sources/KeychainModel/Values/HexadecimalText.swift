/// Converts between bytes and hexadecimal digits.
package enum HexadecimalText {
  /// The value of a hexadecimal digit in upper or lower case; nil for any other character.
  package static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Decodes two digits in upper or lower case. Returns nil if `digits` is not two hexadecimal digits.
  package static func byte(_ digits: some Collection<UInt8>) -> UInt8? {
    digits.count == 2 ? bytes(digits)?.first : nil
  }

  /// Decodes digits in upper or lower case. If the number of digits is odd, the first digit is the low half of the
  /// first byte. Returns nil if a character is not a hexadecimal digit.
  package static func bytes(_ digits: some Collection<UInt8>) -> [UInt8]? {
    // The compiler does not specialize generic functions for callers in other modules.
    let decoded = digits.withContiguousStorageIfAvailable { decode($0) }
    return decoded ?? Array(digits).withUnsafeBufferPointer { decode($0) }
  }

  private static func decode(_ digits: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
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

  /// The hexadecimal digits of bytes, in upper case.
  package static func digits(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: uppercase(bytes), as: UTF8.self)
  }

  /// The hexadecimal digits of bytes, in upper case, as ASCII.
  package static func uppercase(_ bytes: some Collection<UInt8>) -> [UInt8] { text(bytes, "0123456789ABCDEF") }

  /// The hexadecimal digits of bytes, in lower case, as ASCII.
  package static func lowercase(_ bytes: some Collection<UInt8>) -> [UInt8] { text(bytes, "0123456789abcdef") }

  private static func text(_ bytes: some Collection<UInt8>, _ digits: StaticString) -> [UInt8] {
    let encoded = bytes.withContiguousStorageIfAvailable { encode($0, digits) }
    return encoded ?? Array(bytes).withUnsafeBufferPointer { encode($0, digits) }
  }

  private static func encode(_ bytes: UnsafeBufferPointer<UInt8>, _ digits: StaticString) -> [UInt8] {
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
