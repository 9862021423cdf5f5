import Foundation
import Security

/// The C function `SecKeychainItemModifyAttributesAndData`.
@_cdecl("SecKeychainItemModifyAttributesAndData")
public func secKeychainItemModifyAttributesAndData(
  _ item: UnsafeRawPointer?, _ attributes: UnsafeRawPointer?, _ length: UInt32,
  _ data: UnsafeRawPointer?
) -> Int32 {
  CCall.run {
    guard let query = ItemArgument.query(item) else { return errSecParam }
    let values = NSMutableDictionary()
    let status = AttributeList.read(
      attributes, of: ItemArgument.classCode(item), into: values, isChange: true)
    guard status == errSecSuccess else { return status }
    guard length == 0 || data != nil else { return errSecParam }
    // If `data` is NULL, the secret does not change.
    if let data { values[kSecValueData] = NSData(bytes: data, length: Int(length)) }
    return ItemArgument.status(SecItemUpdate(query, values))
  }
}

/// The C function `SecKeychainItemModifyContent`.
@_cdecl("SecKeychainItemModifyContent")
public func secKeychainItemModifyContent(
  _ item: UnsafeRawPointer?, _ attributes: UnsafeRawPointer?, _ length: UInt32,
  _ data: UnsafeRawPointer?
) -> Int32 {
  secKeychainItemModifyAttributesAndData(item, attributes, length, data)
}

/// The C function `SecKeychainItemCreateFromContent`.
@_cdecl("SecKeychainItemCreateFromContent")
public func secKeychainItemCreateFromContent(
  _ itemClass: UInt32, _ attributes: UnsafeRawPointer?, _ length: UInt32,
  _ data: UnsafeRawPointer?, _ keychain: UnsafeRawPointer?, _ access: UnsafeRawPointer?,
  _ itemRef: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
  CCall.run {
    let code = itemClass
    guard let itemClass = ItemArgument.itemClass(code) else { return errSecNoSuchClass }
    let item = NSMutableDictionary()
    if let refusal = KeychainArgument.target(item, keychain) { return refusal }
    guard access == nil || Box.object(access, as: LegacyAccess.self) != nil,
      length == 0 || data != nil
    else { return errSecParam }
    let status = AttributeList.read(attributes, of: code, into: item)
    guard status == errSecSuccess else { return status }
    item[kSecClass] = itemClass
    item[kSecValueData] = NSData(bytes: data, length: Int(length))
    return LegacyPasswords.add(item, itemRef)
  }
}

/// The C function `SecKeychainItemDelete`.
@_cdecl("SecKeychainItemDelete")
public func secKeychainItemDelete(_ item: UnsafeRawPointer?) -> Int32 {
  CCall.run {
    guard let query = ItemArgument.query(item) else { return errSecParam }
    return ItemArgument.status(SecItemDelete(query))
  }
}
