import Foundation
package import KeychainModel

extension PropertyValue {
  /// Reads a value as a dictionary hands it out: a Foundation object or the Swift value that it
  /// bridges to, depending on how the dictionary was made.
  package init(_ value: Any) {
    if let object = Self.object(value), let known = Self(object) {
      self = known
      return
    }
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

  /// The value of an object of one of the classes that most values have; nil for others.
  private init?(_ object: NSObject) {
    let type = ObjectIdentifier(type(of: object))
    if type == Self.stringClass {
      self = .string(unsafeDowncast(object, to: NSString.self) as String)
    } else if type == Self.booleanClass {
      self = .boolean(unsafeDowncast(object, to: NSNumber.self).boolValue)
    } else if type == Self.dataClass || type == Self.bridgedDataClass {
      let data = unsafeDowncast(object, to: NSData.self)
      self = .data([UInt8](UnsafeRawBufferPointer(start: data.bytes, count: data.length)))
    } else if type == Self.numberClass {
      self.init(unsafeDowncast(object, to: NSNumber.self))
    } else if type == Self.dateClass {
      let date = unsafeDowncast(object, to: NSDate.self)
      self = .date(date.timeIntervalSinceReferenceDate)
    } else {
      return nil
    }
  }

  /// Whether an object is of one of the classes that most values have, which hold no other objects.
  static func isPlain(_ object: AnyObject) -> Bool {
    let type = ObjectIdentifier(type(of: object))
    return type == stringClass || type == booleanClass || type == dataClass
      || type == bridgedDataClass || type == numberClass || type == dateClass
  }

  /// The object, if it is of one of these classes. An `Any` that is made of it names a class, which `object` knows: one
  /// that is made of an `AnyObject` would name the class that the object has.
  static func plain(_ object: AnyObject) -> NSObject? {
    isPlain(object) ? unsafeDowncast(object, to: NSObject.self) : nil
  }

  private static let stringClass = ObjectIdentifier(NSString.self)
  private static let dataClass = ObjectIdentifier(NSData.self)
  /// The class of data that were made of Swift's, a private one of Foundation.
  private static let bridgedDataClass = ObjectIdentifier(type(of: Data([0]) as NSData))
  private static let numberClass = ObjectIdentifier(NSNumber.self)
  private static let dateClass = ObjectIdentifier(NSDate.self)
  /// The class of Boolean objects, a private one of Foundation.
  private static let booleanClass = ObjectIdentifier(type(of: NSNumber(value: true)))

  /// The object that an `NSDictionary` hands out; nil for a Swift value.
  ///
  /// Its arrays say `NSObject` of each key and `AnyObject` of each value. Asking for just that takes
  /// a third of the time of a cast, and there are a dozen in every call.
  private static func object(_ value: Any) -> NSObject? {
    func open<Value>(_ value: Value) -> NSObject? {
      guard Value.self == NSObject.self || Value.self == AnyObject.self else { return nil }
      return unsafeBitCast(value, to: AnyObject.self) as? NSObject
    }
    return open(value)
  }

  /// The text of a string. A cast from `Any` to `String` looks a conformance up when the value is
  /// a string object; a cast to the class takes less than half of the time.
  package static func text(_ value: Any) -> String? {
    if let object = object(value), ObjectIdentifier(type(of: object)) == stringClass {
      return unsafeDowncast(object, to: NSString.self) as String
    }
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
