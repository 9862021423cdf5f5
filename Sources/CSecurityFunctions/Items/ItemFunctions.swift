import Foundation
import Security

/// The C function `SecItemAdd`.
@_cdecl("SecItemAdd")
public func secItemAdd(
  _ attributes: UnsafeRawPointer?, _ result: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  call(attributes, result) { SecItemAdd(LegacyAccess.removed(from: $0), $1) }
}

/// The C function `SecItemCopyMatching`.
@_cdecl("SecItemCopyMatching")
public func secItemCopyMatching(
  _ query: UnsafeRawPointer?, _ result: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  call(query, result) { SecItemCopyMatching($0, $1) }
}

/// The C function `SecItemUpdate`.
@_cdecl("SecItemUpdate")
public func secItemUpdate(_ query: UnsafeRawPointer?, _ values: UnsafeRawPointer?) -> Int32 {
  CCall.run {
    guard let query = CFInput.dictionary(query), let values = CFInput.dictionary(values) else {
      return errSecParam
    }
    return SecItemUpdate(query, values)
  }
}

/// The C function `SecItemDelete`.
@_cdecl("SecItemDelete")
public func secItemDelete(_ query: UnsafeRawPointer?) -> Int32 {
  CCall.run {
    guard let query = CFInput.dictionary(query) else { return errSecParam }
    return SecItemDelete(query)
  }
}

/// Calls an item function that can return a result. If `result` is NULL, the item function makes no result.
private func call(
  _ dictionary: UnsafeRawPointer?, _ result: UnsafeMutablePointer<UnsafeRawPointer?>?,
  _ function: (CFDictionary, UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus
) -> Int32 {
  result?.pointee = nil
  return CCall.run {
    guard let dictionary = CFInput.dictionary(dictionary) else { return errSecParam }
    guard let result else { return function(dictionary, nil) }
    return CFOutput.give(result) { function(dictionary, &$0) }
  }
}
