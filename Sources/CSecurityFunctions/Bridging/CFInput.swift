import CSecurity
import Foundation
import Security

/// Converts objects from a C program to Swift objects.
///
/// The converter copies every object. The copy of a dictionary compares keys by value, even if the dictionary of the C
/// program has no callbacks and compares only pointers. The program must not change an object during the conversion.
enum CFInput {
  /// Limits on the objects that are still to be copied. Copying an object reduces the limits.
  private struct Allowance {
    /// The number of further levels of nested collections that are permitted. A collection can contain itself, so the
    /// number is limited.
    var depth = 16
    /// The number of further objects that may be copied. The copy of an array that contains another array many times is
    /// large, so the number is limited.
    var count = 1_000_000
  }

  /// Returns a copy of a dictionary. Returns nil if `object` is NULL or not a dictionary. Also returns nil if a key or
  /// a value cannot be copied: NULL, a string that is not valid Unicode, or a collection as a key.
  static func dictionary(_ object: UnsafeRawPointer?) -> NSDictionary? {
    guard let object, lk_kind(object) == CFObjectKind.dictionary.rawValue else { return nil }
    var rest = Allowance()
    return dictionary(object, &rest)
  }

  /// Returns a copy of data. Returns nil if `object` is NULL or not data.
  static func data(_ object: UnsafeRawPointer?) -> NSData? {
    guard let object, lk_kind(object) == CFObjectKind.data.rawValue else { return nil }
    return data(of: object)
  }

  /// Returns a copy of a string. Returns nil if `object` is NULL or not a string, and if the string has an unpaired
  /// surrogate (compatibility: D44).
  static func string(_ object: UnsafeRawPointer?) -> NSString? {
    guard let object, lk_kind(object) == CFObjectKind.string.rawValue else { return nil }
    return string(of: object)
  }

  /// Returns a copy of an array. Returns nil if `object` is NULL or not an array, and if a member cannot be copied.
  static func array(_ object: UnsafeRawPointer?) -> NSArray? {
    guard let object, lk_kind(object) == CFObjectKind.array.rawValue else { return nil }
    var rest = Allowance()
    return array(object, &rest)
  }

  /// Returns a copy of a date. Returns nil if `object` is NULL or not a date.
  static func date(_ object: UnsafeRawPointer?) -> NSDate? {
    guard let object, lk_kind(object) == CFObjectKind.date.rawValue else { return nil }
    return NSDate(timeIntervalSinceReferenceDate: lk_date_value(object))
  }

  /// Returns a copy of an object of any type. Returns nil if `object` is NULL or cannot be copied.
  static func object(_ object: UnsafeRawPointer?) -> NSObject? {
    var rest = Allowance()
    return Self.object(object, &rest)
  }

  private static func object(_ object: UnsafeRawPointer?, _ rest: inout Allowance) -> NSObject? {
    rest.count -= 1
    guard let object, rest.depth >= 0, rest.count >= 0 else { return nil }
    if let constant = ConstantStrings.string(object) { return constant }
    switch CFObjectKind(rawValue: lk_kind(object)) ?? .other {
    case .string: return string(of: object)
    case .number: return number(object)
    case .boolean: return lk_boolean_value(object) ? kCFBooleanTrue : kCFBooleanFalse
    case .data: return data(of: object)
    case .date: return NSDate(timeIntervalSinceReferenceDate: lk_date_value(object))
    case .array: return array(object, &rest)
    case .dictionary: return dictionary(object, &rest)
    case .null: return NSNull()
    case .other: return UnsupportedObject()
    default: return Box.object(in: object)
    }
  }

  /// Returns a copy of a key of a dictionary. Returns nil for a collection, because Foundation cannot compare
  /// collections as keys (compatibility: D45). Also returns nil if the key is NULL or cannot be copied.
  private static func key(_ object: UnsafeRawPointer?, _ rest: inout Allowance) -> NSObject? {
    guard let object else { return nil }
    switch CFObjectKind(rawValue: lk_kind(object)) ?? .other {
    case .array, .dictionary, .other: return nil
    default: return Self.object(object, &rest)
    }
  }

  private static func dictionary(
    _ object: UnsafeRawPointer, _ rest: inout Allowance
  ) -> NSDictionary? {
    let count = lk_dictionary_count(object)
    guard count > 0 else { return NSDictionary() }
    guard count <= rest.count else { return nil }
    rest.depth -= 1
    defer { rest.depth += 1 }
    return withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: 2 * count) { room in
      guard let keys = room.baseAddress else { return nil }
      let values = keys + count
      lk_dictionary_entries(object, keys, values)
      var ownKeys: [NSObject] = []
      var ownValues: [AnyObject] = []
      ownKeys.reserveCapacity(count)
      ownValues.reserveCapacity(count)
      for index in 0..<count {
        guard let key = self.key(keys[index], &rest),
          let value = self.object(values[index], &rest)
        else { return nil }
        ownKeys.append(key)
        ownValues.append(value)
      }
      return ownKeys.withUnsafeBufferPointer { keys in
        ownValues.withUnsafeBufferPointer { values in
          NSDictionary(objects: values.baseAddress, forKeys: keys.baseAddress, count: count)
        }
      }
    }
  }

  private static func array(_ object: UnsafeRawPointer, _ rest: inout Allowance) -> NSArray? {
    let count = lk_array_count(object)
    guard count > 0 else { return NSArray() }
    guard count <= rest.count else { return nil }
    rest.depth -= 1
    defer { rest.depth += 1 }
    var values = [UnsafeRawPointer?](repeating: nil, count: count)
    lk_array_values(object, &values)
    var members: [NSObject] = []
    members.reserveCapacity(values.count)
    for value in values {
      guard let member = self.object(value, &rest) else { return nil }
      members.append(member)
    }
    return NSArray(array: members)
  }

  private static func string(of object: UnsafeRawPointer) -> NSString? {
    let length = lk_string_length(object)
    if let characters = lk_string_ascii(object) {
      let bytes = UnsafeRawBufferPointer(start: characters, count: length)
      return NSString(string: String(decoding: bytes, as: UTF8.self))
    }
    let characters = [UInt16](unsafeUninitializedCapacity: length) { room, count in
      if let start = room.baseAddress, length > 0 { lk_string_characters(object, start) }
      count = length
    }
    // A string with an unpaired surrogate is refused. Replacing the surrogate would make different strings equal.
    return String(validating: characters, as: UTF16.self).map { NSString(string: $0) }
  }

  private static func data(of object: UnsafeRawPointer) -> NSData {
    NSData(bytes: lk_data_bytes(object), length: lk_data_length(object))
  }

  private static func number(_ object: UnsafeRawPointer) -> NSNumber {
    var integer: Int64 = 0
    guard !lk_number_is_real(object), lk_number_integer(object, &integer) else {
      return NSNumber(value: lk_number_real(object))
    }
    return NSNumber(value: integer)
  }
}

/// The copy of an object of a type that no function accepts. Every function that reads the copy refuses it.
final class UnsupportedObject: NSObject {}
