public import Foundation
import KeychainModel

// Core Foundation's accessors crash if the error is nil. These functions return 0 for the code, and nil for the rest.

/// Returns the code of an error, for example `Int(errSecItemNotFound)`.
public func CFErrorGetCode(_ err: CFError?) -> CFIndex { err?.code ?? 0 }

/// Returns the domain of an error, for example `NSOSStatusErrorDomain`.
public func CFErrorGetDomain(_ err: CFError?) -> CFErrorDomain! {
  err.map { $0.domain as NSString }
}

/// Returns the user information of an error. It is empty if the error has none.
public func CFErrorCopyUserInfo(_ err: CFError?) -> CFDictionary! {
  err.map { $0.userInfo as NSDictionary }
}

/// Returns a description of an error for a person.
public func CFErrorCopyDescription(_ err: CFError?) -> CFString! {
  err.map { $0.localizedDescription as NSString }
}

/// Returns the sentence that gives the reason of the failure; nil if the error has none.
public func CFErrorCopyFailureReason(_ err: CFError?) -> CFString! {
  err?.localizedFailureReason.map { $0 as NSString }
}

/// Returns the sentence that suggests a remedy; nil if the error has none.
public func CFErrorCopyRecoverySuggestion(_ err: CFError?) -> CFString! {
  err?.localizedRecoverySuggestion.map { $0 as NSString }
}

/// Makes an error.
///
/// - Parameters:
///   - allocator: Ignored.
///   - domain: The domain of the code. Nil becomes `""`; Core Foundation crashes instead.
///   - code: The code.
///   - userInfo: The user information, under `kCFErrorLocalizedDescriptionKey` and similar keys; nil for none. Entries
///     with a key that is not a string are left out, because `NSError` cannot hold them. So are values that
///     `ArgumentChecks` refuses, for example a dictionary with a collection as a key.
/// - Returns: The error; never nil.
public func CFErrorCreate(
  _ allocator: CFAllocator?, _ domain: CFErrorDomain!, _ code: CFIndex, _ userInfo: CFDictionary!
) -> CFError! {
  var details: [String: Any] = [:]
  if let userInfo {
    for (key, value) in userInfo.entries {
      guard let name = PropertyValue.text(key), ArgumentChecks.areValid(value as AnyObject) else {
        continue
      }
      details[name] = value
    }
  }
  return NSError(domain: (domain ?? "") as String, code: code, userInfo: details)
}

// The domains of errors, and the keys of an error's user information, under Core Foundation's names. Each value equals
// Foundation's constant for the same purpose, so either name finds the entry.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once. Types.swift
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
