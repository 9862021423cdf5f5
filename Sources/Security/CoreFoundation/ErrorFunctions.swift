public import Foundation
import KeychainModel

// The functions in this file accept a nil error: the code of a nil error is 0, and every other property is nil. Core
// Foundation's functions of the same names crash for a nil error.

/// Returns the code of an error, for example `Int(errSecItemNotFound)`.
public func CFErrorGetCode(_ err: CFError?) -> CFIndex { err?.code ?? 0 }

/// Returns the domain of an error, for example `NSOSStatusErrorDomain`.
public func CFErrorGetDomain(_ err: CFError?) -> CFErrorDomain! {
  err.map { $0.domain as NSString }
}

/// Returns the user information of an error. The dictionary is empty if the error has no user information.
public func CFErrorCopyUserInfo(_ err: CFError?) -> CFDictionary! {
  err.map { $0.userInfo as NSDictionary }
}

/// Returns a description of an error for the user.
public func CFErrorCopyDescription(_ err: CFError?) -> CFString! {
  err.map { $0.localizedDescription as NSString }
}

/// Returns the sentence that gives the reason of the failure; nil if the error has no such sentence.
public func CFErrorCopyFailureReason(_ err: CFError?) -> CFString! {
  err?.localizedFailureReason.map { $0 as NSString }
}

/// Returns the sentence that suggests a remedy; nil if the error has no such sentence.
public func CFErrorCopyRecoverySuggestion(_ err: CFError?) -> CFString! {
  err?.localizedRecoverySuggestion.map { $0 as NSString }
}

/// Makes an error.
///
/// - Parameters:
///   - allocator: Ignored.
///   - domain: The domain of the code. For nil, the domain is `""`. Core Foundation crashes for nil.
///   - code: The code.
///   - userInfo: The user information, under `kCFErrorLocalizedDescriptionKey` and similar keys. Nil for no user
///     information. The function omits an entry whose key is not a string, because an `NSError` cannot contain such an
///     entry. The function also omits an entry whose value Foundation cannot convert, for example a dictionary with a
///     collection as a key.
/// - Returns: The error. The result is never nil.
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

// The constants below are the domains of errors and the keys of an error's user information, with the names of Core
// Foundation. Each value equals the Foundation constant that its comment names, so a program finds an entry under
// both names.
//
// `nonisolated(unsafe)` is safe here: an NSString is immutable, and a `let` is initialised once. Types.swift explains
// why the types are implicitly unwrapped optionals.

/// The domain of errors whose codes are values of `errno`. Equal to `NSPOSIXErrorDomain`.
nonisolated(unsafe) public let kCFErrorDomainPOSIX: CFErrorDomain! = "NSPOSIXErrorDomain"

/// The domain of errors whose codes are `OSStatus` values. Equal to `NSOSStatusErrorDomain`.
nonisolated(unsafe) public let kCFErrorDomainOSStatus: CFErrorDomain! = "NSOSStatusErrorDomain"

/// The domain of errors of Apple's kernel. Latchkey makes no such errors. Equal to `NSMachErrorDomain`.
nonisolated(unsafe) public let kCFErrorDomainMach: CFErrorDomain! = "NSMachErrorDomain"

/// The domain of Foundation's errors. Equal to `NSCocoaErrorDomain`.
nonisolated(unsafe) public let kCFErrorDomainCocoa: CFErrorDomain! = "NSCocoaErrorDomain"

/// The key of a sentence that describes the error. The value is a string. Equal to `NSLocalizedDescriptionKey`.
nonisolated(unsafe) public let kCFErrorLocalizedDescriptionKey: CFString! = "NSLocalizedDescription"

/// The key of a sentence that names the failed operation. The value is a string. Equal to `NSLocalizedFailureErrorKey`.
nonisolated(unsafe) public let kCFErrorLocalizedFailureKey: CFString! = "NSLocalizedFailure"

/// The key of a sentence that gives the reason of the failure. The value is a string. Equal to
/// `NSLocalizedFailureReasonErrorKey`.
nonisolated(unsafe) public let kCFErrorLocalizedFailureReasonKey: CFString! =
  "NSLocalizedFailureReason"

/// The key of a sentence that suggests a remedy. The value is a string. Equal to
/// `NSLocalizedRecoverySuggestionErrorKey`.
nonisolated(unsafe) public let kCFErrorLocalizedRecoverySuggestionKey: CFString! =
  "NSLocalizedRecoverySuggestion"

/// The key of a description that is not localized. The value is a string. Raw value `NSDescription`.
nonisolated(unsafe) public let kCFErrorDescriptionKey: CFString! = "NSDescription"

/// The key of the error that caused this error. The value is an error. Equal to `NSUnderlyingErrorKey`.
nonisolated(unsafe) public let kCFErrorUnderlyingErrorKey: CFString! = "NSUnderlyingError"

/// The key of the URL that the error concerns. The value is a URL. Equal to `NSURLErrorKey`.
nonisolated(unsafe) public let kCFErrorURLKey: CFString! = "NSURL"

/// The key of the path of the file that the error concerns. The value is a string. Equal to `NSFilePathErrorKey`.
nonisolated(unsafe) public let kCFErrorFilePathKey: CFString! = "NSFilePath"
