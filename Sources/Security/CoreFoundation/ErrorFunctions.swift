public import Foundation
import KeychainModel

// Core Foundation's accessors take an error that may be missing and crash on a missing one. These
// answer instead: 0 for the code, nil for the rest.

/// Returns the code of an error, for example `Int(errSecItemNotFound)`.
public func CFErrorGetCode(_ err: CFError?) -> CFIndex { err?.code ?? 0 }

/// Returns the domain of an error, for example `NSOSStatusErrorDomain`.
public func CFErrorGetDomain(_ err: CFError?) -> CFErrorDomain! {
  err.map { $0.domain as NSString }
}

/// Returns the dictionary of details that an error carries, empty if it carries none.
public func CFErrorCopyUserInfo(_ err: CFError?) -> CFDictionary! {
  err.map { $0.userInfo as NSDictionary }
}

/// Returns the text that describes an error to a person.
public func CFErrorCopyDescription(_ err: CFError?) -> CFString! {
  err.map { $0.localizedDescription as NSString }
}

/// Returns the sentence that says why it failed; nil when the error has none.
public func CFErrorCopyFailureReason(_ err: CFError?) -> CFString! {
  err?.localizedFailureReason.map { $0 as NSString }
}

/// Returns the sentence that says what a person can do; nil when the error has none.
public func CFErrorCopyRecoverySuggestion(_ err: CFError?) -> CFString! {
  err?.localizedRecoverySuggestion.map { $0 as NSString }
}

/// Makes an error.
///
/// - Parameters:
///   - allocator: Ignored.
///   - domain: The family of its code; `""` when it is nil, where Core Foundation crashes.
///   - code: The code.
///   - userInfo: What it says of itself, by `kCFErrorLocalizedDescriptionKey` and its like; nil for nothing.
///     Entries whose keys are no strings are left out: an `NSError` has no place for them. So are values that no
///     function takes, with a collection as a key for example.
/// - Returns: The error; never nil.
public func CFErrorCreate(
  _ allocator: CFAllocator?, _ domain: CFErrorDomain!, _ code: CFIndex, _ userInfo: CFDictionary!
) -> CFError! {
  var details: [String: Any] = [:]
  if let userInfo {
    for (key, value) in userInfo.entries {
      guard let name = PropertyValue.text(key), Arguments.areSound(value as AnyObject) else {
        continue
      }
      details[name] = value
    }
  }
  return NSError(domain: (domain ?? "") as String, code: code, userInfo: details)
}
