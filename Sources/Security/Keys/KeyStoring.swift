import Foundation
import Keychain
import KeychainModel

/// Stores keys that were just made: all of them or none.
enum KeyStoring {
  /// - Throws: What `SecItemAdd` comes to.
  static func store(
    _ keys: [(key: SecKey, attributes: NSMutableDictionary)]
  ) throws(KeychainError) {
    var stored: [Any] = []
    for (key, attributes) in keys {
      attributes.setObject(key, forKey: kSecValueRef)
      attributes.setObject(kCFBooleanTrue as Any, forKey: kSecReturnPersistentRef)
      var result: CFTypeRef?
      let status = SecItemAdd(attributes, &result)
      guard status == errSecSuccess else {
        for reference in stored {
          SecItemDelete([kSecValuePersistentRef: reference] as NSDictionary)
        }
        throw KeychainError(
          KeychainError.Code(rawValue: status) ?? .unexpected,
          "a key cannot be added to the keychain")
      }
      if let result { stored.append(result) }
    }
  }
}
