import Foundation
import Security

#if canImport(LocalAuthentication)
  import LocalAuthentication
  import os
#endif

/// A token in the keychain. On platforms with LocalAuthentication, a read logs a message and uses an authentication
/// context.
public struct PromptedToken {
  let service: String

  /// Creates the token of a service. Does not read or store the token.
  public init(service: String) { self.service = service }

  private var query: [String: Any] {
    [kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service]
  }

  /// Stores the token in the keychain.
  public func store(_ token: String) -> OSStatus {
    var item = query
    item[kSecValueData as String] = Data(token.utf8)
    return SecItemAdd(item as CFDictionary, nil)
  }

  /// Reads the token from the keychain; nil if the keychain has no token.
  public func read() -> String? {
    var query = self.query
    query[kSecReturnData as String] = true
    #if canImport(LocalAuthentication)
      Logger(subsystem: "com.example.prompts", category: "keychain").info("reading")
      query[kSecUseAuthenticationContext as String] = LAContext()
    #endif
    var result: AnyObject?
    guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess else { return nil }
    return (result as? Data).map { String(decoding: $0, as: UTF8.self) }
  }
}
