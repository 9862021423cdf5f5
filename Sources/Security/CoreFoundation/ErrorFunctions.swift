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
