public import Foundation

// The domains of errors, and the keys of an error's user information, under Core Foundation's names. Each value equals
// Foundation's constant for the same purpose, so either name finds the entry.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once. Constants.swift
// explains the implicitly unwrapped optionals.

/// The domain of errors whose codes are values of `errno`. Equal to `NSPOSIXErrorDomain`.
nonisolated(unsafe) public let kCFErrorDomainPOSIX: CFErrorDomain! = "NSPOSIXErrorDomain"

/// The domain of errors whose codes are `OSStatus` values. Equal to `NSOSStatusErrorDomain`.
nonisolated(unsafe) public let kCFErrorDomainOSStatus: CFErrorDomain! = "NSOSStatusErrorDomain"

/// The domain of errors of Apple's kernel. Latchkey makes no such errors. Equal to `NSMachErrorDomain`.
nonisolated(unsafe) public let kCFErrorDomainMach: CFErrorDomain! = "NSMachErrorDomain"

/// The domain of Foundation's errors. Equal to `NSCocoaErrorDomain`.
nonisolated(unsafe) public let kCFErrorDomainCocoa: CFErrorDomain! = "NSCocoaErrorDomain"

/// A sentence that describes the error to a person. A string. Equal to `NSLocalizedDescriptionKey`.
nonisolated(unsafe) public let kCFErrorLocalizedDescriptionKey: CFString! = "NSLocalizedDescription"

/// A sentence for a person that says which operation failed. A string. Equal to `NSLocalizedFailureErrorKey`.
nonisolated(unsafe) public let kCFErrorLocalizedFailureKey: CFString! = "NSLocalizedFailure"

/// A sentence for a person that gives the reason of the failure. A string. Equal to
/// `NSLocalizedFailureReasonErrorKey`.
nonisolated(unsafe) public let kCFErrorLocalizedFailureReasonKey: CFString! =
  "NSLocalizedFailureReason"

/// A sentence for a person that suggests a remedy. A string. Equal to `NSLocalizedRecoverySuggestionErrorKey`.
nonisolated(unsafe) public let kCFErrorLocalizedRecoverySuggestionKey: CFString! =
  "NSLocalizedRecoverySuggestion"

/// A description that is not localized. A string. Raw value `NSDescription`.
nonisolated(unsafe) public let kCFErrorDescriptionKey: CFString! = "NSDescription"

/// The error that caused this one. An error. Equal to `NSUnderlyingErrorKey`.
nonisolated(unsafe) public let kCFErrorUnderlyingErrorKey: CFString! = "NSUnderlyingError"

/// The URL that the error concerns. A URL. Equal to `NSURLErrorKey`.
nonisolated(unsafe) public let kCFErrorURLKey: CFString! = "NSURL"

/// The path of the file that the error concerns. A string. Equal to `NSFilePathErrorKey`.
nonisolated(unsafe) public let kCFErrorFilePathKey: CFString! = "NSFilePath"
