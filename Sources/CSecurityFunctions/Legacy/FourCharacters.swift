import Foundation

/// Numbers that represent four characters.
enum FourCharacters {
  /// Returns the number whose highest byte is the first character.
  static func code(_ text: String) -> UInt32 {
    text.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns the number in the form in which C stores it in a `CFNumber`: as a signed number of 32 bits with the same
  /// bytes.
  static func number(_ code: UInt32) -> NSNumber { NSNumber(value: Int32(bitPattern: code)) }

  /// Returns the value of a protocol for a dictionary, which converts it to its four characters (D18). Returns null
  /// for any protocol.
  static func protocolValue(_ code: UInt32) -> NSObject {
    code == 0 ? NSNull() : number(code)
  }

  /// Returns the value of an authentication type. The program may give its characters in memory order or as a number.
  static func authenticationValue(_ code: UInt32) -> NSObject {
    // The dictionary recognizes a swapped authentication type, but not "http", because "http" is also a protocol. So
    // this one is converted here.
    if code.byteSwapped == self.code("http") { return NSString("http") }
    return protocolValue(code)
  }
}
