/// Base32 (RFC 4648) as seeds of one-time passwords are written: letters of either case, with blanks and hyphens
/// between groups, padded or not.
enum Base32 {
  /// The bytes; nil for any other character. Bits that make no whole byte are passed over, as authenticators
  /// do: services hand out seeds of any length.
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    // An array that grows by itself leaves what it had in memory.
    bytes.reserveCapacity(text.count * 5 / 8)
    var bits: UInt32 = 0
    var count = 0
    var isPadded = false
    for character in text {
      switch character {
      case UInt8(ascii: " "), UInt8(ascii: "-"): continue
      case UInt8(ascii: "="): isPadded = true
      default:
        guard !isPadded, let value = value(of: character) else { return nil }
        bits = bits << 5 | value
        count += 5
        if count >= 8 {
          count -= 8
          bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
      }
    }
    return bytes
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a"))
    case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt32(character - UInt8(ascii: "2")) + 26
    default: nil
    }
  }
}
