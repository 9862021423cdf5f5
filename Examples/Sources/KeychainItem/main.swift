// Implements an object that represents a generic password in the keychain. A value that the program sets in the object
// is also stored in the keychain. Another object with the same identifier reads the value, in the same run of the
// program or in a later run.

import Foundation
import Security

/// A generic password, which is found by its attribute `kSecAttrGeneric`. A value is stored in the keychain as soon as
/// it is set.
final class KeychainItem {
  private let identifier: Data
  private var values: [String: Any]

  /// Makes the object with an identifier. The object has the values that the keychain stores, or the default values if
  /// the keychain has no item with the identifier.
  init(identifier: String) throws {
    self.identifier = Data(identifier.utf8)
    values = Self.defaults
    if let stored = try load() { values = stored }
  }

  /// Returns the value of the attribute with the key `kSecAttr…`, or the secret for the key `kSecValueData`.
  subscript(key: CFString) -> Any? { values[key as String] }

  /// Sets a value in the object and in the keychain. Writes nothing to the keychain if the object already has an equal
  /// value.
  func set(_ value: Any, for key: CFString) throws {
    if let old = values[key as String] as? NSObject, old.isEqual(value) { return }
    var changed = values
    changed[key as String] = value
    try store(changed)
    values = changed
  }

  /// Deletes the item from the keychain, and gives the object the default values.
  func reset() throws {
    let status = SecItemDelete(query as CFDictionary)
    guard status == errSecSuccess || status == errSecItemNotFound else {
      throw Failure(status: status)
    }
    values = Self.defaults
  }

  // MARK: The keychain

  private var query: [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrGeneric as String: identifier,
    ]
  }

  private func load() throws -> [String: Any]? {
    var query = query
    query[kSecMatchLimit as String] = kSecMatchLimitOne
    query[kSecReturnAttributes as String] = true
    query[kSecReturnData as String] = true
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    if status == errSecItemNotFound { return nil }
    guard status == errSecSuccess, let found = result as? [String: Any] else {
      throw Failure(status: status)
    }
    // Keeps only the attributes that the program can set. The keychain itself sets other attributes, such as the dates.
    return Self.defaults.merging(found.filter { Self.defaults[$0.key] != nil }) { $1 }
  }

  private func store(_ values: [String: Any]) throws {
    var status = SecItemUpdate(query as CFDictionary, values as CFDictionary)
    if status == errSecItemNotFound {
      status = SecItemAdd(query.merging(values) { $1 } as CFDictionary, nil)
    }
    guard status == errSecSuccess else { throw Failure(status: status) }
  }

  private static var defaults: [String: Any] {
    [
      kSecAttrAccount as String: "", kSecAttrService as String: "", kSecAttrLabel as String: "",
      kSecAttrDescription as String: "", kSecValueData as String: Data(),
    ]
  }

  struct Failure: Error { let status: OSStatus }
}

func show(_ title: String, _ item: KeychainItem) {
  let account = item[kSecAttrAccount] as? String ?? "?"
  let secret = (item[kSecValueData] as? Data).map { String(decoding: $0, as: UTF8.self) } ?? "?"
  print("\(title) account '\(account)', secret '\(secret)'")
}

let item = try KeychainItem(identifier: "com.example.login")
show("at first: ", item)
try item.set("anna", for: kSecAttrAccount)
try item.set(Data("open sesame".utf8), for: kSecValueData)
show("set:      ", item)
show("another:  ", try KeychainItem(identifier: "com.example.login"))
try item.reset()
show("reset:    ", item)
show("and again:", try KeychainItem(identifier: "com.example.login"))
