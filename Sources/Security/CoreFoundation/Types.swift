public import Foundation

// This file declares the type names of Core Foundation. Each name is an alias of the Foundation class to which the type
// bridges on Apple's platforms. No conversion is necessary, because the types are identical.

/// A string.
public typealias CFString = NSString

/// A dictionary.
public typealias CFDictionary = NSDictionary

/// A dictionary that can be changed.
public typealias CFMutableDictionary = NSMutableDictionary

/// Bytes.
public typealias CFData = NSData

/// An array.
public typealias CFArray = NSArray

/// A number.
public typealias CFNumber = NSNumber

/// A Boolean: one of two `NSNumber` objects. `CFGetTypeID` distinguishes these two objects from numbers.
public typealias CFBoolean = NSNumber

/// A moment in time.
public typealias CFDate = NSDate

/// A URL.
public typealias CFURL = NSURL

/// An error.
public typealias CFError = NSError

/// The null object, which represents a missing value.
public typealias CFNull = NSNull

/// Any object.
public typealias CFTypeRef = AnyObject

/// The domain of error codes.
public typealias CFErrorDomain = NSString

/// The status that a function returns: `errSecSuccess`, which is 0, or another `errSec...` number.
public typealias OSStatus = Int32

/// A count, a position, or an error code.
public typealias CFIndex = Int

/// Seconds since 2001-01-01 00:00:00 UTC.
public typealias CFAbsoluteTime = Double

/// The number of a type, as returned by `CFGetTypeID`. The number is valid only in the running process.
public typealias CFTypeID = UInt

/// A set of option bits.
public typealias CFOptionFlags = UInt

/// A hash, as returned by `CFHash`.
public typealias CFHashCode = UInt

/// Four characters in one number. The first character is in the highest byte.
public typealias FourCharCode = UInt32

/// Four characters that name a type.
public typealias OSType = FourCharCode

// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.
//
// The constants are implicitly unwrapped optionals, as in Core Foundation. Programs write the name of a constant with
// or without an exclamation mark, and both forms must compile.

/// The Boolean true.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)

/// The Boolean false.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)

/// The one null object.
public let kCFNull: CFNull! = NSNull()

/// The default allocator. No other allocator exists.
public let kCFAllocatorDefault: CFAllocator! = CFAllocator()

/// The key of a bundle's identifier in a property list. Raw value `CFBundleIdentifier`.
nonisolated(unsafe) public let kCFBundleIdentifierKey: CFString! = "CFBundleIdentifier"

/// The key of a bundle's name in a property list. Raw value `CFBundleName`.
nonisolated(unsafe) public let kCFBundleNameKey: CFString! = "CFBundleName"

/// The oldest name of the success status. Equal to `errSecSuccess`.
public let noErr: OSStatus = 0

extension NSNumber {
  /// Whether the object is a Boolean, and not a number with the value 0 or 1.
  ///
  /// Foundation has exactly two Boolean objects. `objCType` does not distinguish a Boolean from an eight-bit number
  /// that was made in C, because `objCType` is "c" for both.
  package var isBoolean: Bool {
    self === kCFBooleanTrue || self === kCFBooleanFalse
  }
}

/// The type of a C Boolean. The name is the same as on Apple's platforms.
public struct DarwinBoolean: ExpressibleByBooleanLiteral, Hashable, Sendable,
  CustomStringConvertible
{
  /// The value.
  public let boolValue: Bool

  /// Makes a C Boolean from a Swift Boolean.
  public init(_ value: Bool) { boolValue = value }

  /// Makes a C Boolean from a literal.
  public init(booleanLiteral value: Bool) { boolValue = value }

  /// `true` or `false`.
  public var description: String { boolValue.description }
}

/// The argument that selects the memory allocator of a Core Foundation function.
///
/// The type exists so that calls with `kCFAllocatorDefault` or nil compile. The Swift runtime allocates all memory.
///
/// `@unchecked Sendable` is safe: the class has no state.
public final class CFAllocator: NSObject, @unchecked Sendable {
  override init() {}
}

extension CFAllocator: TypeIdentified {
  package static var typeIdentifier: TypeIdentifier { .allocator }
}
