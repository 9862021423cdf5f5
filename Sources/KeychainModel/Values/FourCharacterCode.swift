/// Four ASCII characters in a 32-bit number. The first character is in the highest byte.
package struct FourCharacterCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The code of a text. Returns nil if the text is not four ASCII characters.
  package init?(_ text: some StringProtocol) {
    var value: UInt32 = 0
    var count = 0
    for byte in text.utf8 {
      guard byte < 0x80, count < 4 else { return nil }
      value = value << 8 | UInt32(byte)
      count += 1
    }
    guard count == 4 else { return nil }
    rawValue = value
  }

  /// The code of a literal in the source code of this package.
  ///
  /// - Precondition: `literal` is four ASCII characters. The initializer does not check the literal.
  package init(literal: String) {
    var value: UInt32 = 0
    for byte in literal.utf8 { value = value << 8 | UInt32(byte) }
    rawValue = value
  }

  /// The four characters as bytes, in their order.
  package var bytes: [UInt8] {
    [
      UInt8(truncatingIfNeeded: rawValue >> 24), UInt8(truncatingIfNeeded: rawValue >> 16),
      UInt8(truncatingIfNeeded: rawValue >> 8), UInt8(truncatingIfNeeded: rawValue),
    ]
  }
}

extension FourCharacterCode: CustomStringConvertible {
  package var description: String { String(decoding: bytes, as: UTF8.self) }
}
