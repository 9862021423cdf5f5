import Foundation
import Security

/// Items that a C program names by a reference.
enum ItemHandle {
  /// The query that finds an item, or a key.
  ///
  /// - Returns: Nil for NULL and other objects.
  static func query(_ item: UnsafeRawPointer?) -> NSMutableDictionary? {
    guard let object = Box.object(item, as: NSObject.self),
      object is SecKeychainItem || object is SecKey || object is SecCertificate
    else { return nil }
    let query = NSMutableDictionary()
    query[kSecValueRef] = object
    return query
  }

  /// The status of a call about an item: one that is not there any more was no item.
  static func status(_ status: OSStatus) -> OSStatus {
    status == errSecItemNotFound ? errSecInvalidItemRef : status
  }

  /// The number of the class of an item, as the older functions have it.
  static func classCode(_ item: UnsafeRawPointer?) -> UInt32? {
    guard let item = Box.object(item, as: SecKeychainItem.self) else { return nil }
    return FourCharacters.code(item.itemClass.rawValue)
  }

  /// The class that such a number names, of those that the older functions can make and find.
  static func itemClass(_ code: UInt32) -> CFString? {
    switch code {
    case FourCharacters.code("genp"): kSecClassGenericPassword
    case FourCharacters.code("inet"): kSecClassInternetPassword
    default: nil
    }
  }
}
