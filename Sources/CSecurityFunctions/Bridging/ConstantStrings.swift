import CSecurity
import Foundation

/// Converts the constant strings of the C interface to Swift strings and back.
enum ConstantStrings {
  // `nonisolated(unsafe)` is safe because the strings are immutable objects.
  nonisolated(unsafe) private static let strings: [NSString] = (0..<lk_constant_count()).map {
    NSString(string: String(cString: lk_constant_text($0)))
  }

  /// The constants whose text has four characters. A key of this dictionary is the number that the four characters
  /// form. The pointers stay valid, because the constants are static memory.
  nonisolated(unsafe) private static let constants: [UInt32: UnsafeRawPointer] = {
    var result: [UInt32: UnsafeRawPointer] = [:]
    for index in 0..<lk_constant_count() {
      if let code = code(String(cString: lk_constant_text(index))), result[code] == nil {
        result[code] = lk_constant(index)
      }
    }
    return result
  }()

  /// Returns the string of a constant; nil if the object is not a constant.
  static func string(_ object: UnsafeRawPointer) -> NSString? {
    let index = lk_constant_index(object)
    return index < 0 ? nil : strings[index]
  }

  /// Returns the constant with the text `text`; nil if `text` is not a constant of four characters.
  static func constant(_ text: String) -> UnsafeRawPointer? {
    code(text).flatMap { constants[$0] }
  }

  private static func code(_ text: String) -> UInt32? {
    let characters = text.utf8
    guard characters.count == 4 else { return nil }
    return characters.reduce(0) { $0 << 8 | UInt32($1) }
  }
}
