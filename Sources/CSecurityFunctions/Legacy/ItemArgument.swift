import Foundation
import Security

/// Functions for items that a C program references.
enum ItemArgument {
  /// Makes the query that finds an item, a key or a certificate.
  ///
  /// - Returns: The query; nil for NULL and other objects.
  static func query(_ item: UnsafeRawPointer?) -> NSMutableDictionary? {
    guard let object = Box.object(item, as: NSObject.self),
      object is SecKeychainItem || object is SecKey || object is SecCertificate
    else { return nil }
    let query = NSMutableDictionary()
    query[kSecValueRef] = object
    return query
  }

  /// Converts the status of a call with an item reference: if the item no longer exists, the reference is invalid.
  static func status(_ status: OSStatus) -> OSStatus {
    status == errSecItemNotFound ? errSecInvalidItemRef : status
  }

  /// Returns the number of an item's class in the older functions.
  static func classCode(_ item: UnsafeRawPointer?) -> UInt32? {
    guard let item = Box.object(item, as: SecKeychainItem.self) else { return nil }
    return FourCharacters.code(item.itemClass.rawValue)
  }

  /// Returns the class for a number; nil if the older functions cannot add or find items of the class.
  static func itemClass(_ code: UInt32) -> CFString? {
    switch code {
    case FourCharacters.code("genp"): kSecClassGenericPassword
    case FourCharacters.code("inet"): kSecClassInternetPassword
    default: nil
    }
  }
}
