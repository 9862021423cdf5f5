public import Foundation

// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.
//
// The optionals are implicitly unwrapped because Core Foundation's are: client code writes the bare
// name as well as the name with an exclamation mark, and both have to compile.

/// The Boolean true.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)

/// The Boolean false.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)

/// The one null object.
public let kCFNull: CFNull! = NSNull()

/// The allocator to pass where a function asks for one. There is only this one.
public let kCFAllocatorDefault: CFAllocator! = CFAllocator()

/// The property list key of a bundle's identifier. Raw value `CFBundleIdentifier`.
nonisolated(unsafe) public let kCFBundleIdentifierKey: CFString! = "CFBundleIdentifier"

/// The property list key of a bundle's name. Raw value `CFBundleName`.
nonisolated(unsafe) public let kCFBundleNameKey: CFString! = "CFBundleName"

/// The status of success under its oldest name. Same as `errSecSuccess`.
public let noErr: OSStatus = 0
