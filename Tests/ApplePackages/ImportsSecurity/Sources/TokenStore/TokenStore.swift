// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Security

/// Stores a token for each account, as common keychain wrappers do.
public final class TokenStore {
  /// The service attribute of all items.
  public let service: String

  private let lock = NSLock()

  /// Creates a store for a service.
  public init(service: String = Bundle.main.bundleIdentifier ?? "TokenStore") {
    self.service = service
  }

  private func query(_ account: String?) -> [String: Any] {
    var query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: service,
      kSecAttrSynchronizable as String: kSecAttrSynchronizableAny,
    ]
    query[kSecAttrAccount as String] = account
    return query
  }

  /// Updates the token of an account. Adds the token if the account has no token.
  public func set(_ token: String, for account: String) throws {
    lock.lock()
    defer { lock.unlock() }
    let data = token.data(using: .utf8)!
    var status = SecItemUpdate(
      query(account) as CFDictionary, [kSecValueData as String: data] as CFDictionary)
    if status == errSecItemNotFound {
      var item = query(account)
      item[kSecAttrSynchronizable as String] = kCFBooleanFalse
      item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlock
      item[kSecValueData as String] = data
      status = SecItemAdd(item as CFDictionary, nil)
    }
    guard status == errSecSuccess else { throw TokenStoreError(status) }
  }

  /// Returns the token of an account; nil if the account has no token.
  public func token(for account: String) throws -> String? {
    var query = self.query(account)
    query[kSecReturnData as String] = kCFBooleanTrue!
    query[kSecMatchLimit as String] = kSecMatchLimitOne
    var result: AnyObject?
    let status = withUnsafeMutablePointer(to: &result) {
      SecItemCopyMatching(query as CFDictionary, UnsafeMutablePointer($0))
    }
    switch status {
    case errSecSuccess: return (result as? Data).flatMap { String(data: $0, encoding: .utf8) }
    case errSecItemNotFound: return nil
    default: throw TokenStoreError(status)
    }
  }

  /// The accounts that have a token, sorted.
  public var accounts: [String] {
    var query = self.query(nil)
    query[kSecReturnAttributes as String] = true
    query[kSecMatchLimit as String] = kSecMatchLimitAll
    var result: CFTypeRef?
    guard SecItemCopyMatching(query as CFDictionary, &result) == noErr,
      let items = result as? [[String: Any]]
    else { return [] }
    return items.compactMap { $0[kSecAttrAccount as String] as? String }.sorted()
  }

  /// Deletes the tokens of all accounts.
  public func removeAll() throws {
    let status = SecItemDelete(query(nil) as CFDictionary)
    guard [errSecSuccess, errSecItemNotFound].contains(status) else {
      throw TokenStoreError(status)
    }
  }
}
