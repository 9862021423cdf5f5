import Foundation

/// Preferences in the keychain. On Apple's platforms, Foundation alone provides all names that this file uses.
public class SecretPreferences: NSObject {
  private static let instances = NSMapTable<NSString, SecretPreferences>.strongToWeakObjects()
  private static let lock = NSLock()

  private let suite: String

  private init(suite: String) { self.suite = suite }

  /// Returns the shared instance of a suite. The instance exists as long as a caller retains it.
  public class func shared(suite: String) -> SecretPreferences {
    lock.lock()
    defer { lock.unlock() }
    if let instance = instances.object(forKey: suite as NSString) { return instance }
    let instance = SecretPreferences(suite: suite)
    instances.setObject(instance, forKey: suite as NSString)
    return instance
  }

  private func dictionary(_ key: String) -> NSMutableDictionary {
    let dictionary = NSMutableDictionary()
    dictionary[kSecClass] = kSecClassGenericPassword
    dictionary[kSecAttrService] = suite
    dictionary[kSecAttrAccount] = key
    return dictionary
  }

  /// Stores a property list under a key.
  @discardableResult
  public func set(_ value: Any, forKey key: String) -> OSStatus {
    autoreleasepool { () -> OSStatus in
      let data = try? PropertyListSerialization.data(
        fromPropertyList: value, format: .binary, options: 0)
      let item = dictionary(key)
      SecItemDelete(item)
      item[kSecValueData] = data
      item[kSecAttrAccessible] = kSecAttrAccessibleWhenUnlocked
      return SecItemAdd(item as CFDictionary, nil)
    }
  }

  /// Returns the value that is stored under a key; nil if no value is stored.
  public func object(forKey key: String) throws -> Any? {
    try autoreleasepool {
      let query = dictionary(key)
      query[kSecReturnData] = kCFBooleanTrue
      query[kSecMatchLimit] = kSecMatchLimitOne
      var result: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &result)
      if status == errSecItemNotFound { return nil }
      guard status == errSecSuccess, let data = result as? Data else {
        throw NSError(domain: NSOSStatusErrorDomain, code: Int(status))
      }
      return try PropertyListSerialization.propertyList(from: data, format: nil)
    }
  }

  /// Returns whether the value of a key equals `other`. The comparison takes constant time.
  public func data(forKey key: String, equals other: Data) -> Bool {
    guard let data = try? object(forKey: key) as? Data, data.count == other.count else {
      return false
    }
    return data.withUnsafeBytes { left in
      other.withUnsafeBytes { timingsafe_bcmp(left.baseAddress, $0.baseAddress, left.count) == 0 }
    }
  }

  /// The number of keys in the suite.
  public var count: NSInteger {
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: suite,
      kSecReturnAttributes as String: kCFBooleanTrue as Any,
      kSecMatchLimit as String: kSecMatchLimitAll,
    ]
    var result: AnyObject?
    SecItemCopyMatching(query as CFDictionary, &result)
    return (result as? NSArray)?.count ?? 0
  }
}
