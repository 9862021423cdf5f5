import Foundation

/// Returns the number of an object's type. Objects of the same type have the same number, and objects of different
/// types have different numbers.
///
/// The mutable and the immutable form of a type share one number. Booleans and numbers have different type numbers. All
/// types without a function such as `CFStringGetTypeID()` share one number. Nil gives 0.
public func CFGetTypeID(_ cf: CFTypeRef?) -> CFTypeID {
  cf.map { TypeIdentifier(of: $0).rawValue } ?? 0
}

/// Returns whether two objects have the same type and the same value. Two nils are equal.
///
/// Unlike `isEqual(_:)`, the function distinguishes the Boolean true and the number 1. Foundation cannot compare a
/// collection that has a collection as a key or contains itself. So three kinds of object are equal only to themselves:
/// such a collection, an error whose user information contains such a collection, and an ordered set.
public func CFEqual(_ cf1: CFTypeRef?, _ cf2: CFTypeRef?) -> Bool {
  guard let cf1, let cf2 else { return cf1 == nil && cf2 == nil }
  if cf1 === cf2 { return true }
  guard CFGetTypeID(cf1) == CFGetTypeID(cf2), let object = cf1 as? NSObject,
    !holdsOthers(object) || ArgumentChecks.areValid(cf1, cf2)
  else { return false }
  return object.isEqual(cf2)
}

/// Returns a hash of an object. Objects that are equal by `CFEqual` have the same hash. Nil gives 0.
public func CFHash(_ cf: CFTypeRef?) -> CFHashCode {
  let hash =
    switch cf {
    case nil: 0
    // Foundation on Linux traps in the `hash` of an NSError.
    case let error as NSError: error.code
    case let object as NSObject: object.hash
    case let object?: ObjectIdentifier(object).hashValue
    }
  return CFHashCode(bitPattern: hash)
}

/// Returns the type number of strings.
public func CFStringGetTypeID() -> CFTypeID { TypeIdentifier.string.rawValue }

/// Returns the type number of data.
public func CFDataGetTypeID() -> CFTypeID { TypeIdentifier.data.rawValue }

/// Returns the type number of dictionaries.
public func CFDictionaryGetTypeID() -> CFTypeID { TypeIdentifier.dictionary.rawValue }

/// Returns the type number of arrays.
public func CFArrayGetTypeID() -> CFTypeID { TypeIdentifier.array.rawValue }

/// Returns the type number of numbers other than Booleans.
public func CFNumberGetTypeID() -> CFTypeID { TypeIdentifier.number.rawValue }

/// Returns the type number of Booleans.
public func CFBooleanGetTypeID() -> CFTypeID { TypeIdentifier.boolean.rawValue }

/// Returns the type number of dates.
public func CFDateGetTypeID() -> CFTypeID { TypeIdentifier.date.rawValue }

/// Returns the type number of the null object.
public func CFNullGetTypeID() -> CFTypeID { TypeIdentifier.null.rawValue }

/// Returns the type number of URLs.
public func CFURLGetTypeID() -> CFTypeID { TypeIdentifier.url.rawValue }

/// Returns the type number of errors.
public func CFErrorGetTypeID() -> CFTypeID { TypeIdentifier.error.rawValue }

/// Returns the type number of allocators.
public func CFAllocatorGetTypeID() -> CFTypeID { TypeIdentifier.allocator.rawValue }

private func holdsOthers(_ object: NSObject) -> Bool {
  object is NSDictionary || object is NSArray || object is NSSet || object is NSOrderedSet
    || object is NSError
}

/// The type numbers that `CFGetTypeID` returns. One enumeration contains all type numbers, so that no two types share a
/// number.
///
/// The numbers differ from the type numbers of Core Foundation. No program can depend on the numbers of Core
/// Foundation, because these numbers differ between processes.
package enum TypeIdentifier: CFTypeID {
  /// The type of every object that has no other case.
  case object = 1
  case null
  case allocator
  case string
  case number
  case boolean
  case data
  case date
  case url
  case array
  case dictionary
  case error
  case accessControl
  case key
  case certificate
  case identity
  case trust
  case policy
  case keychain
  case keychainItem

  /// Determines the type of an object.
  package init(of object: AnyObject) {
    self =
      switch object {
      case let object as any TypeIdentified: type(of: object).typeIdentifier
      case is NSString: .string
      case let number as NSNumber: number.isBoolean ? .boolean : .number
      case is NSData: .data
      case is NSDate: .date
      case is NSURL: .url
      case is NSArray: .array
      case is NSDictionary: .dictionary
      case is NSError: .error
      case is NSNull: .null
      default: .object
      }
  }
}

/// A class of this package that has its own `CFGetTypeID` number.
package protocol TypeIdentified: AnyObject {
  /// The type number of the class.
  static var typeIdentifier: TypeIdentifier { get }
}
