import Foundation
import KeychainModel

extension PropertyValue {
  /// Reads a value as a dictionary hands it out: a Foundation object or the Swift value that it
  /// bridges to, depending on how the dictionary was made.
  init(_ value: Any) {
    // `is Bool` would be true for the number 1 as well: what counts is the type of the value.
    if type(of: value) == Bool.self, let truth = value as? Bool {
      self = .boolean(truth)
      return
    }
    if let text = Self.text(value) {
      self = .string(text)
      return
    }
    switch value {
    case let data as NSData:
      self = .data([UInt8](UnsafeRawBufferPointer(start: data.bytes, count: data.length)))
    case let number as NSNumber: self.init(number)
    case let date as Date: self = .date(date.timeIntervalSinceReferenceDate)
    case is NSNull: self = .null
    // Not looked into: no attribute takes one, and Foundation cannot read one that contains itself.
    case is NSArray, is NSSet, is NSDictionary: self = .collection
    default: self = .unsupported
    }
  }

  /// The text of a string. A cast from `Any` to `String` looks a conformance up when the value is
  /// a string object; a cast to the class takes less than half of the time.
  static func text(_ value: Any) -> String? {
    if type(of: value) == String.self { return value as? String }
    guard type(of: value) is AnyClass, let object = value as? NSString else { return nil }
    return object as String
  }

  /// A number, told apart from a Boolean by its type: `true` and 1 are equal but not the same.
  private init(_ number: NSNumber) {
    switch UInt8(bitPattern: number.objCType.pointee) {
    // On Linux only Booleans have these types: an 8-bit number is widened.
    case UInt8(ascii: "c"), UInt8(ascii: "B"): self = .boolean(number.boolValue)
    case UInt8(ascii: "f"), UInt8(ascii: "d"): self = Self.real(number.doubleValue)
    case UInt8(ascii: "Q"): self = Self.integer(number.uint64Value)
    default: self = .number(number.int64Value)
    }
  }

  private static func integer(_ value: some BinaryInteger) -> PropertyValue {
    Int64(exactly: value).map { .number($0) } ?? .unrepresentableNumber
  }

  private static func real(_ value: Double) -> PropertyValue {
    Int64(exactly: value).map { .number($0) } ?? .unrepresentableNumber
  }
}
