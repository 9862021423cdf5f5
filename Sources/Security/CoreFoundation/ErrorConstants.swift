public import Foundation

// The domains of errors, and the keys of what they say of themselves, under Core Foundation's names. Each has the
// value of the name that Foundation has for it, so that either finds what the other put in.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once. Why the optionals
// are implicitly unwrapped stands in Constants.swift.

/// The domain of errors of the C library: their codes are those of `errno`. Same as `NSPOSIXErrorDomain`.
nonisolated(unsafe) public let kCFErrorDomainPOSIX: CFErrorDomain! = "NSPOSIXErrorDomain"

/// The domain of errors whose codes are an `OSStatus`. Same as `NSOSStatusErrorDomain`.
nonisolated(unsafe) public let kCFErrorDomainOSStatus: CFErrorDomain! = "NSOSStatusErrorDomain"

/// The domain of errors of Apple's kernel. Nothing here makes one. Same as `NSMachErrorDomain`.
nonisolated(unsafe) public let kCFErrorDomainMach: CFErrorDomain! = "NSMachErrorDomain"

/// The domain of Foundation's errors. Same as `NSCocoaErrorDomain`.
nonisolated(unsafe) public let kCFErrorDomainCocoa: CFErrorDomain! = "NSCocoaErrorDomain"

/// A sentence for people. A string. Same as `NSLocalizedDescriptionKey`.
nonisolated(unsafe) public let kCFErrorLocalizedDescriptionKey: CFString! = "NSLocalizedDescription"

/// A sentence for people that says what failed. A string. Same as `NSLocalizedFailureErrorKey`.
nonisolated(unsafe) public let kCFErrorLocalizedFailureKey: CFString! = "NSLocalizedFailure"

/// A sentence for people that says why it failed. A string. Same as `NSLocalizedFailureReasonErrorKey`.
nonisolated(unsafe) public let kCFErrorLocalizedFailureReasonKey: CFString! =
  "NSLocalizedFailureReason"

/// A sentence for people that says what they can do. A string. Same as
/// `NSLocalizedRecoverySuggestionErrorKey`.
nonisolated(unsafe) public let kCFErrorLocalizedRecoverySuggestionKey: CFString! =
  "NSLocalizedRecoverySuggestion"

/// A sentence that is in no person's language. A string. Raw value `NSDescription`.
nonisolated(unsafe) public let kCFErrorDescriptionKey: CFString! = "NSDescription"

/// The error that led to this one. An error. Same as `NSUnderlyingErrorKey`.
nonisolated(unsafe) public let kCFErrorUnderlyingErrorKey: CFString! = "NSUnderlyingError"

/// The URL that it is about. A URL. Same as `NSURLErrorKey`.
nonisolated(unsafe) public let kCFErrorURLKey: CFString! = "NSURL"

/// The path of the file that it is about. A string. Same as `NSFilePathErrorKey`.
nonisolated(unsafe) public let kCFErrorFilePathKey: CFString! = "NSFilePath"
