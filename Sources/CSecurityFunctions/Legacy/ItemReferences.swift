import Foundation
import KeychainModel
import Security

/// The C function `SecKeychainItemCopyKeychain`.
@_cdecl("SecKeychainItemCopyKeychain")
public func secKeychainItemCopyKeychain(
  _ item: UnsafeRawPointer?, _ keychain: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  keychain?.pointee = nil
  return CCall.run {
    guard let query = ItemArgument.query(item), let keychain else { return errSecParam }
    return KeychainArgument.status { () throws(KeychainError) in
      keychain.pointee = Box.make(try KeychainCall.keychain(of: query))
      return errSecSuccess
    }
  }
}

/// The C function `SecKeychainItemCreatePersistentReference`.
@_cdecl("SecKeychainItemCreatePersistentReference")
public func secKeychainItemCreatePersistentReference(
  _ item: UnsafeRawPointer?, _ reference: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  reference?.pointee = nil
  return CCall.run {
    guard let query = ItemArgument.query(item), let reference else { return errSecParam }
    query[kSecReturnPersistentRef] = kCFBooleanTrue
    var found: CFTypeRef?
    let status = SecItemCopyMatching(query, &found)
    reference.pointee = CFOutput.object(found)
    return ItemArgument.status(status)
  }
}

/// The C function `SecKeychainItemCopyFromPersistentReference`.
@_cdecl("SecKeychainItemCopyFromPersistentReference")
public func secKeychainItemCopyFromPersistentReference(
  _ reference: UnsafeRawPointer?, _ item: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  item?.pointee = nil
  return CCall.run {
    guard let reference = CFInput.data(reference), let item else { return errSecParam }
    let query: NSDictionary = [kSecValuePersistentRef: reference, kSecReturnRef: true]
    return CFOutput.give(item) { SecItemCopyMatching(query, &$0) }
  }
}

/// The C function `SecKeychainItemCreateCopy`. Copies a password item to another keychain.
@_cdecl("SecKeychainItemCreateCopy")
public func secKeychainItemCreateCopy(
  _ item: UnsafeRawPointer?, _ keychain: UnsafeRawPointer?, _ access: UnsafeRawPointer?,
  _ copy: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  CCall.run {
    guard let query = ItemArgument.query(item), copy != nil,
      access == nil || Box.object(access, as: LegacyAccess.self) != nil
    else { return errSecParam }
    query[kSecReturnAttributes] = kCFBooleanTrue
    query[kSecReturnData] = kCFBooleanTrue
    var found: CFTypeRef?
    let status = ItemArgument.status(SecItemCopyMatching(query, &found))
    guard status == errSecSuccess else { return status }
    guard let itemClass = ItemArgument.classCode(item).flatMap(ItemArgument.itemClass),
      let attributes = found as? NSDictionary
    else { return errSecParam }
    let new = NSMutableDictionary()
    if let refusal = KeychainArgument.target(new, keychain) { return refusal }
    // The keychain of the copy sets these attributes itself.
    let unset: Set = ["accc", "agrp", "cdat", "mdat", "sha1", "musr", "UUID", "persistref", "tomb", "sync"]
    for (key, value) in attributes.entries {
      guard let name = PropertyValue.text(key), !unset.contains(name) else { continue }
      new.setObject(value, forKey: NSString(string: name))
    }
    new[kSecClass] = itemClass
    return LegacyPasswords.add(new, copy)
  }
}

/// Functions for the item arguments of a C program.
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

  /// Converts the status of a call with an item reference. If the item no longer exists, the reference is invalid, so
  /// `errSecItemNotFound` becomes `errSecInvalidItemRef`.
  static func status(_ status: OSStatus) -> OSStatus {
    status == errSecItemNotFound ? errSecInvalidItemRef : status
  }

  /// Returns the class number of an item; nil if `item` is not a password item.
  static func classCode(_ item: UnsafeRawPointer?) -> UInt32? {
    guard let item = Box.object(item, as: SecKeychainItem.self) else { return nil }
    return FourCharacters.code(item.itemClass.rawValue)
  }

  /// Returns the item class with a class number; nil for a class of items that the older functions cannot add or find.
  static func itemClass(_ code: UInt32) -> CFString? {
    switch code {
    case FourCharacters.code("genp"): kSecClassGenericPassword
    case FourCharacters.code("inet"): kSecClassInternetPassword
    default: nil
    }
  }
}
