import CSecurity
import Foundation
import KeychainModel
import Security

/// Converts Swift objects to Core Foundation objects that a C program owns.
///
/// The converter copies every object, for two reasons. Foundation can move the bytes of its data objects. Core
/// Foundation's functions trap if their argument is a Swift object.
enum CFOutput {
  /// Returns a Core Foundation object that the caller must release. Returns nil if `object` is nil or if memory runs
  /// out.
  static func object(_ object: AnyObject?) -> UnsafeRawPointer? {
    guard let object else { return nil }
    switch object {
    case let text as NSString: return string(text)
    case let data as NSData: return Self.data(data)
    case let dictionary as NSDictionary: return Self.dictionary(dictionary)
    case let array as NSArray: return Self.array(array)
    case let object as any Boxed: return Box.make(object)
    default: return member(object)
    }
  }

  /// Calls `function`, and stores the object that `function` makes in `place`. The C program must release the object.
  ///
  /// - Returns: The status that `function` returns. If `place` is nil, returns `errSecParam` without calling
  ///   `function`.
  static func give<Object: AnyObject>(
    _ place: UnsafeMutablePointer<UnsafeRawPointer?>?, _ function: (inout Object?) -> OSStatus
  ) -> OSStatus {
    guard let place else { return errSecParam }
    var made: Object?
    let status = function(&made)
    place.pointee = object(made)
    return status
  }

  /// Returns data that the caller must release.
  static func data(_ data: NSData?) -> UnsafeRawPointer? {
    guard let data else { return nil }
    return lk_data_create(data.bytes.assumingMemoryBound(to: UInt8.self), data.length)
  }

  /// Returns a string that the caller must release.
  static func string(_ text: NSString?) -> UnsafeRawPointer? {
    guard let text else { return nil }
    return string(text as String)
  }

  /// Returns an error that the caller must release.
  static func error(_ error: NSError) -> UnsafeRawPointer? {
    let domain = string(error.domain)
    let details = dictionary(error.userInfo as NSDictionary)
    defer {
      lk_release(domain)
      lk_release(details)
    }
    guard let domain, let details else { return nil }
    return lk_error_create(domain, error.code, details)
  }

  /// Returns a Core Foundation object for a member of a dictionary or an array. `value` is an object, or the Swift
  /// value to which Foundation bridges an object.
  private static func member(_ value: Any) -> UnsafeRawPointer? {
    switch PropertyValue(value) {
    case .string(let text): string(text)
    case .data(let bytes): lk_data_create(bytes, bytes.count)
    case .boolean(let truth): lk_boolean_create(truth)
    case .number(let number): Self.number(number)
    case .date(let date): lk_date_create(date)
    case .null: lk_null_create()
    case .collection: collection(value)
    case .unsupported, .unrepresentableNumber: other(value)
    }
  }

  private static func collection(_ value: Any) -> UnsafeRawPointer? {
    switch value {
    case let dictionary as NSDictionary: Self.dictionary(dictionary)
    case let array as NSArray: Self.array(array)
    default: nil
    }
  }

  private static func other(_ value: Any) -> UnsafeRawPointer? {
    switch value {
    case let object as any Boxed: Box.make(object)
    case let error as NSError: Self.error(error)
    default: nil
    }
  }

  /// Returns a 32-bit number if the value fits into 32 bits, because clients expect 32-bit numbers and fail on other
  /// numbers (compatibility: D25).
  private static func number(_ number: Int64) -> UnsafeRawPointer? {
    Int32(exactly: number).map { lk_number_create_32($0) } ?? lk_number_create_64(number)
  }

  private static func string(_ text: String) -> UnsafeRawPointer? {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { lk_string_create($0.baseAddress, $0.count) }
    }
  }

  private static func dictionary(_ dictionary: NSDictionary) -> UnsafeRawPointer? {
    var keys: [UnsafeRawPointer?] = []
    var values: [UnsafeRawPointer?] = []
    for (key, value) in dictionary.entries {
      guard let name = PropertyValue.text(key), let value = member(value) else { continue }
      guard let key = constant(name) ?? string(name) else {
        lk_release(value)
        continue
      }
      keys.append(key)
      values.append(value)
    }
    return lk_dictionary_create(&keys, &values, keys.count)
  }

  private static func constant(_ name: String) -> UnsafeRawPointer? {
    guard let constant = ConstantStrings.constant(name) else { return nil }
    lk_retain(constant)
    return constant
  }

  private static func array(_ array: NSArray) -> UnsafeRawPointer? {
    var values: [UnsafeRawPointer?] = []
    values.reserveCapacity(array.count)
    for index in 0..<array.count {
      if let value = member(array.object(at: index)) { values.append(value) }
    }
    return lk_array_create(&values, values.count)
  }
}
