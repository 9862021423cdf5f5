import Foundation

/// Numbers that spell four characters.
enum FourCharacters {
  /// The number with the first character in its highest byte.
  static func code(_ text: String) -> UInt32 {
    text.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// A protocol for a dictionary, where it becomes the string that it spells (D18); null for any.
  static func protocolValue(_ code: UInt32) -> NSObject {
    code == 0 ? NSNull() : NSNumber(value: code)
  }

  /// An authentication type, whose characters stand in memory in their order, or in that of a number.
  static func authenticationValue(_ code: UInt32) -> NSObject {
    // The one that spells a protocol, too: elsewhere it is not known in either order.
    if code.byteSwapped == self.code("http") { return NSString("http") }
    return protocolValue(code)
  }
}
