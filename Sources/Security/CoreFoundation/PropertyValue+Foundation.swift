import Foundation
package import KeychainModel

extension PropertyValue {
  /// Converts a value of a dictionary. The value is a Foundation object, or the Swift value to which the object
  /// bridges. Which of the two forms occurs depends on how the program made the dictionary.
  package init(_ value: Any) {
    if let object = Self.object(value), let known = Self(object) {
      self = known
      return
    }
    // `is Bool` would also be true for the number 1, so this code compares the dynamic type.
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
    // This code does not read the members of a collection. No attribute accepts a collection, and Foundation cannot
    // read a collection that contains itself.
    case is NSArray, is NSSet, is NSDictionary: self = .collection
    default: self = .unsupported
    }
  }

  /// Converts an object of one of the most common classes. Returns nil for an object of any other class.
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

  /// Returns whether an object is of one of the most common classes. Objects of these classes contain no other objects.
  static func isPlain(_ object: AnyObject) -> Bool {
    let type = ObjectIdentifier(type(of: object))
    return type == stringClass || type == booleanClass || type == dataClass
      || type == bridgedDataClass || type == numberClass || type == dateClass
  }

  /// Returns the object if `isPlain` is true; otherwise nil. The result has the type `NSObject`, because the function
  /// `object` recognizes an `NSObject` that is stored as `Any`. If an `AnyObject` is stored as `Any`, the `Any`
  /// contains the class of the object, and `object` does not recognize this class.
  static func plain(_ object: AnyObject) -> NSObject? {
    isPlain(object) ? unsafeDowncast(object, to: NSObject.self) : nil
  }

  private static let stringClass = ObjectIdentifier(NSString.self)
  private static let dataClass = ObjectIdentifier(NSData.self)
  /// Foundation's private class for a `Data` that was converted to an `NSData`.
  private static let bridgedDataClass = ObjectIdentifier(type(of: Data([0]) as NSData))
  private static let numberClass = ObjectIdentifier(NSNumber.self)
  private static let dateClass = ObjectIdentifier(NSDate.self)
  /// Foundation's private class for Booleans.
  private static let booleanClass = ObjectIdentifier(type(of: NSNumber(value: true)))

  /// Returns the object in a value that an `NSDictionary` returned. Returns nil for a Swift value.
  ///
  /// The static type of a key from an `NSDictionary` is `NSObject`, and the static type of a value is `AnyObject`. A
  /// comparison with these types takes a third of the time of a cast. Each public function makes about a dozen such
  /// comparisons.
  private static func object(_ value: Any) -> NSObject? {
    func open<Value>(_ value: Value) -> NSObject? {
      guard Value.self == NSObject.self || Value.self == AnyObject.self else { return nil }
      return unsafeBitCast(value, to: AnyObject.self) as? NSObject
    }
    return open(value)
  }

  /// Returns the text of a string; nil for any other value. A cast from `Any` to `String` looks up a conformance if the
  /// value is an `NSString`. A cast to the class `NSString` takes less than half of the time.
  package static func text(_ value: Any) -> String? {
    if let object = object(value), ObjectIdentifier(type(of: object)) == stringClass {
      return unsafeDowncast(object, to: NSString.self) as String
    }
    if type(of: value) == String.self { return value as? String }
    guard type(of: value) is AnyClass, let object = value as? NSString else { return nil }
    return object as String
  }

  /// Converts a number or a Boolean. `objCType` distinguishes a Boolean from a number that was made in Swift. A
  /// comparison with `true` does not distinguish them, because the number 1 equals `true`.
  private init(_ number: NSNumber) {
    switch UInt8(bitPattern: number.objCType.pointee) {
    // On Linux, only Booleans have the types `c` and `B`. Foundation stores an 8-bit Swift number in a wider type.
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
