/// Base64 (RFC 4648, section 4), with padding and without line breaks.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let values: [UInt8?] = {
    var values = [UInt8?](repeating: nil, count: 256)
    for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  private static let padding = UInt8(ascii: "=")

  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for begin in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - begin)
      var group = UInt32(bytes[begin]) << 16
      if count > 1 { group |= UInt32(bytes[begin + 1]) << 8 }
      if count > 2 { group |= UInt32(bytes[begin + 2]) }
      for place in 0..<4 {
        text.append(place > count ? padding : alphabet[Int(group >> (18 - 6 * UInt32(place)) & 63)])
      }
    }
    return text
  }

  /// Decodes a text. Returns nil if the text is not the canonical encoding of any bytes.
  package static func decode(_ text: [UInt8]) -> [UInt8]? {
    guard text.count.isMultiple(of: 4) else { return nil }
    let padded = text.suffix(2).count { $0 == padding }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var group: UInt32 = 0
    var count = 0
    for letter in text.dropLast(padded) {
      guard let value = values[Int(letter)] else { return nil }
      group = group << 6 | UInt32(value)
      count += 1
      guard count.isMultiple(of: 4) else { continue }
      for shift: UInt32 in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: group >> shift)) }
      group = 0
    }
    switch padded {
    case 1:
      guard group & 3 == 0 else { return nil }
      bytes += [UInt8(truncatingIfNeeded: group >> 10), UInt8(truncatingIfNeeded: group >> 2)]
    case 2:
      guard group & 15 == 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: group >> 4))
    default: break
    }
    return bytes
  }
}
