import CSecurity
import Foundation
import Security

/// Objects that a C program gave, as objects of ours.
///
/// Everything is copied: a dictionary made in C may have no callbacks, so that only its pointers are
/// compared, and what it holds must not change while it is read.
enum Incoming {
  /// Containers within containers, at most: one may contain itself.
  private static let depthLimit = 16

  /// A dictionary; nil for another object, NULL, and one with NULL somewhere inside.
  static func dictionary(_ object: UnsafeRawPointer?) -> NSDictionary? {
    guard let object, lk_kind(object) == ForeignKind.dictionary.rawValue else { return nil }
    return dictionary(object, depth: 0)
  }

  /// Data; nil for another object and NULL.
  static func data(_ object: UnsafeRawPointer?) -> NSData? {
    guard let object, lk_kind(object) == ForeignKind.data.rawValue else { return nil }
    return data(of: object)
  }

  /// A string; nil for another object and NULL.
  static func string(_ object: UnsafeRawPointer?) -> NSString? {
    guard let object, lk_kind(object) == ForeignKind.string.rawValue else { return nil }
    return string(of: object)
  }

  /// An array; nil for another object, NULL, and one with NULL somewhere inside.
  static func array(_ object: UnsafeRawPointer?) -> NSArray? {
    guard let object, lk_kind(object) == ForeignKind.array.rawValue else { return nil }
    return array(object, depth: 0)
  }

  /// A moment; nil for another object and NULL.
  static func date(_ object: UnsafeRawPointer?) -> NSDate? {
    guard let object, lk_kind(object) == ForeignKind.date.rawValue else { return nil }
    return NSDate(timeIntervalSinceReferenceDate: lk_date_value(object))
  }

  /// Any object; nil for NULL, and for a container with NULL somewhere inside.
  static func object(_ object: UnsafeRawPointer?) -> NSObject? { Self.object(object, depth: 0) }

  private static func object(_ object: UnsafeRawPointer?, depth: Int) -> NSObject? {
    guard let object, depth <= depthLimit else { return nil }
    if let constant = ConstantStrings.string(object) { return constant }
    switch ForeignKind(rawValue: lk_kind(object)) ?? .other {
    case .string: return string(of: object)
    case .number: return number(object)
    case .boolean: return lk_boolean_value(object) ? kCFBooleanTrue : kCFBooleanFalse
    case .data: return data(of: object)
    case .date: return NSDate(timeIntervalSinceReferenceDate: lk_date_value(object))
    case .array: return array(object, depth: depth)
    case .dictionary: return dictionary(object, depth: depth)
    case .null: return NSNull()
    case .other: return UnsupportedObject()
    default: return Box.object(in: object)
    }
  }

  private static func dictionary(_ object: UnsafeRawPointer, depth: Int) -> NSDictionary? {
    let count = lk_dictionary_count(object)
    guard count > 0 else { return NSDictionary() }
    return withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: 2 * count) { room in
      guard let keys = room.baseAddress else { return nil }
      let values = keys + count
      lk_dictionary_entries(object, keys, values)
      var ownKeys: [NSObject] = []
      var ownValues: [AnyObject] = []
      ownKeys.reserveCapacity(count)
      ownValues.reserveCapacity(count)
      for index in 0..<count {
        guard let key = self.object(keys[index], depth: depth + 1),
          let value = self.object(values[index], depth: depth + 1)
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

  private static func array(_ object: UnsafeRawPointer, depth: Int) -> NSArray? {
    var values = [UnsafeRawPointer?](repeating: nil, count: lk_array_count(object))
    guard !values.isEmpty else { return NSArray() }
    lk_array_values(object, &values)
    var members: [NSObject] = []
    members.reserveCapacity(values.count)
    for value in values {
      guard let member = self.object(value, depth: depth + 1) else { return nil }
      members.append(member)
    }
    return NSArray(array: members)
  }

  private static func string(of object: UnsafeRawPointer) -> NSString {
    let length = lk_string_length(object)
    if let characters = lk_string_ascii(object) {
      let bytes = UnsafeRawBufferPointer(start: characters, count: length)
      return NSString(string: String(decoding: bytes, as: UTF8.self))
    }
    let characters = [UInt16](unsafeUninitializedCapacity: length) { room, count in
      if let start = room.baseAddress, length > 0 { lk_string_characters(object, start) }
      count = length
    }
    return NSString(string: String(decoding: characters, as: UTF16.self))
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
