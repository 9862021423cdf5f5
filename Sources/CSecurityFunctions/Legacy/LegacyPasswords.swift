import Foundation
import Security

/// Adds and finds passwords for the older functions.
enum LegacyPasswords {
  typealias Place = UnsafeMutablePointer<UnsafeRawPointer?>

  /// The value of `kSecAttrCreator` in passwords that the older functions add: `aapl`.
  private static let creator = FourCharacters.number(FourCharacters.code("aapl"))

  /// Adds a password.
  static func add(
    _ keychain: UnsafeRawPointer?, _ itemClass: CFString, _ name: PasswordName,
    label: CFString, _ length: UInt32, _ password: UnsafeRawPointer?, _ itemRef: Place?
  ) -> Int32 {
    CCall.run {
      guard !name.isMalformed, length == 0 || password != nil else { return errSecParam }
      let item = name.item(itemClass)
      if let refusal = KeychainArgument.target(item, keychain) { return refusal }
      item[kSecAttrCreator] = creator
      if let label = item.object(forKey: label) { item[kSecAttrLabel] = label as AnyObject }
      item[kSecValueData] = NSData(bytes: password, length: Int(length))
      return add(item, itemRef)
    }
  }

  /// Adds the item that a dictionary describes. If the function fails, `itemRef` is unchanged.
  static func add(_ item: NSMutableDictionary, _ itemRef: Place?) -> OSStatus {
    guard let itemRef else { return SecItemAdd(item, nil) }
    item[kSecReturnRef] = kCFBooleanTrue
    var added: CFTypeRef?
    let status = SecItemAdd(item, &added)
    if status == errSecSuccess { itemRef.pointee = CFOutput.object(added) }
    return status
  }

  /// Finds a password. Reads the secret only if `length` or `password` is not NULL.
  static func find(
    _ keychains: UnsafeRawPointer?, _ itemClass: CFString, _ name: PasswordName,
    _ length: UnsafeMutablePointer<UInt32>?,
    _ password: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ itemRef: Place?
  ) -> Int32 {
    CCall.run {
      guard !name.isMalformed else { return errSecParam }
      let query = name.query(itemClass)
      if let refusal = KeychainArgument.limit(query, to: keychains) { return refusal }
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

/// The attributes that identify a password. A program passes the text of an attribute as a length and an address.
struct PasswordName {
  private(set) var entries: [(key: CFString, value: NSObject)] = []
  /// Whether a length was given without an address.
  private(set) var isMalformed = false

  /// Adds an attribute with a text. In a search, a text of length 0 matches any value.
  mutating func add(_ key: CFString, _ characters: UnsafeRawPointer?, _ count: UInt32) {
    guard count == 0 || characters != nil else {
      isMalformed = true
      return
    }
    let bytes = UnsafeRawBufferPointer(start: characters, count: Int(count))
    entries.append((key, PasswordAttribute.text(bytes) ?? PasswordAttribute.data(bytes)))
  }

  /// Adds an attribute with a value. The function ignores the value `NSNull`: a search without the attribute matches
  /// any value, and an item without the attribute has no value.
  mutating func add(_ key: CFString, _ value: NSObject) {
    if !(value is NSNull) { entries.append((key, value)) }
  }

  /// Returns the dictionary that adds a password with these attributes.
  func item(_ itemClass: CFString) -> NSMutableDictionary {
    let dictionary = NSMutableDictionary()
    dictionary[kSecClass] = itemClass
    for (key, value) in entries { dictionary[key] = value }
    return dictionary
  }

  /// Returns the dictionary that finds passwords with these attributes.
  func query(_ itemClass: CFString) -> NSMutableDictionary {
    let dictionary = NSMutableDictionary()
    dictionary[kSecClass] = itemClass
    for (key, value) in entries where (value as? NSString)?.length != 0 { dictionary[key] = value }
    return dictionary
  }
}
