public import Foundation

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
