/// Base32 (RFC 4648) in the form used for one-time password seeds: upper- and lower-case letters, optional spaces and
/// hyphens between groups, and optional padding.
enum Base32 {
  /// Returns the bytes; nil if there is any other character. Remaining bits that do not make a whole byte are ignored,
  /// as authenticators do: services issue seeds of any length.
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    // An array that grows would leave a copy of its content in freed memory.
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
