public import Foundation

// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once.
//
// The constants are implicitly unwrapped optionals, as in Core Foundation. Client code writes the name with and
// without an exclamation mark, and both must compile.

/// The Boolean true.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)

/// The Boolean false.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)

/// The one null object.
public let kCFNull: CFNull! = NSNull()

/// The default allocator. It is the only one.
public let kCFAllocatorDefault: CFAllocator! = CFAllocator()

/// The key of a bundle's identifier in a property list. Raw value `CFBundleIdentifier`.
nonisolated(unsafe) public let kCFBundleIdentifierKey: CFString! = "CFBundleIdentifier"

/// The key of a bundle's name in a property list. Raw value `CFBundleName`.
nonisolated(unsafe) public let kCFBundleNameKey: CFString! = "CFBundleName"

/// The oldest name of the success status. Equal to `errSecSuccess`.
public let noErr: OSStatus = 0
