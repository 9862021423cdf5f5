import Foundation
import Security

/// Adds and finds passwords for the older functions.
enum LegacyPasswords {
  typealias Place = UnsafeMutablePointer<UnsafeRawPointer?>

  /// The creator of items that the older functions add: `aapl`.
  private static let creator = FourCharacters.number(FourCharacters.code("aapl"))

  /// Adds a password.
  static func add(
    _ keychain: UnsafeRawPointer?, _ itemClass: CFString, _ name: PasswordName,
    label: CFString, _ length: UInt32, _ password: UnsafeRawPointer?, _ itemRef: Place?
  ) -> Int32 {
    CCall.run {
      guard !name.isMalformed, length == 0 || password != nil else { return errSecParam }
      if let refusal = KeychainArgument.refusal(keychain) { return refusal }
      let item = name.item(itemClass)
      item[kSecAttrCreator] = creator
      if let label = item.object(forKey: label) { item[kSecAttrLabel] = label as AnyObject }
      item[kSecValueData] = NSData(bytes: password, length: Int(length))
      return add(item, itemRef)
    }
  }

  /// Adds the item that a dictionary describes. On failure `itemRef` is unchanged.
  static func add(_ item: NSMutableDictionary, _ itemRef: Place?) -> OSStatus {
    guard let itemRef else { return SecItemAdd(item, nil) }
    item[kSecReturnRef] = kCFBooleanTrue
    var added: CFTypeRef?
    let status = SecItemAdd(item, &added)
    if status == errSecSuccess { itemRef.pointee = CFOutput.object(added) }
    return status
  }

  /// Finds a password. The secret is read only if the program wants it.
  static func find(
    _ keychains: UnsafeRawPointer?, _ itemClass: CFString, _ name: PasswordName,
    _ length: UnsafeMutablePointer<UInt32>?,
    _ password: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ itemRef: Place?
  ) -> Int32 {
    CCall.run {
      guard !name.isMalformed else { return errSecParam }
      if let refusal = KeychainArgument.refusal(keychains) { return refusal }
      let query = name.query(itemClass)
      query[kSecReturnRef] = kCFBooleanTrue
      guard length != nil || password != nil else {
        var found: CFTypeRef?
        let status = SecItemCopyMatching(query, &found)
        itemRef?.pointee = CFOutput.object(found)
        return status
      }
      query[kSecReturnData] = kCFBooleanTrue
      return SecretSearch.run(query) { item, secret in
        let status = PasswordContent.give(secret, length, password)
        guard status == errSecSuccess else { return status }
        let reference = (item as? NSDictionary)?.object(forKey: kSecValueRef)
        itemRef?.pointee = CFOutput.object(reference as AnyObject?)
        return errSecSuccess
      }
    }
  }
}
