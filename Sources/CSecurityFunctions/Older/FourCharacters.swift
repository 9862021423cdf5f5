import Foundation

/// Numbers that spell four characters.
enum FourCharacters {
  /// The number with the first character in its highest byte.
  static func code(_ text: String) -> UInt32 {
    text.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The number as C writes it into a `CFNumber`: the one of 32 bits with the same bytes.
  static func number(_ code: UInt32) -> NSNumber { NSNumber(value: Int32(bitPattern: code)) }

  /// A protocol for a dictionary, where it becomes the string that it spells (D18); null for any.
  static func protocolValue(_ code: UInt32) -> NSObject {
    code == 0 ? NSNull() : number(code)
  }

  /// An authentication type, whose characters stand in memory in their order, or in that of a number.
  static func authenticationValue(_ code: UInt32) -> NSObject {
    // The one that spells a protocol, too: elsewhere it is not known in either order.
    if code.byteSwapped == self.code("http") { return NSString("http") }
    return protocolValue(code)
  }
}
