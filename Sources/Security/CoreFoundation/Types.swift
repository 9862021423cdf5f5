// Core Foundation's type names. Each is an alias of the Foundation class that it bridges to on Apple's platforms.
// Because the types are identical, no conversion is ever needed.

public import Foundation

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

/// A Boolean: one of two `NSNumber` objects. `CFGetTypeID` distinguishes them from numbers.
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

/// A result of a function: `errSecSuccess`, which is 0, or another of the `errSec...` numbers.
public typealias OSStatus = Int32

/// A count, a position, or an error code.
public typealias CFIndex = Int

/// Seconds since 2001-01-01 00:00:00 UTC.
public typealias CFAbsoluteTime = Double

/// The number of a type, as returned by `CFGetTypeID`. It is valid only in the running process.
public typealias CFTypeID = UInt

/// A set of option bits.
public typealias CFOptionFlags = UInt

/// A hash, as returned by `CFHash`.
public typealias CFHashCode = UInt

/// Four characters in one number, the first in the highest byte.
public typealias FourCharCode = UInt32

/// Four characters that name a type.
public typealias OSType = FourCharCode
