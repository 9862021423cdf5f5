import Foundation
import Security

#if canImport(LocalAuthentication)
  import LocalAuthentication
#endif

/// Secrets that an authorized person may read.
public struct Vault {
  /// Creates a vault.
  public init() {}

  /// Whether opening the vault asks a person.
  public var asks: Bool {
    #if canImport(LocalAuthentication)
      return true
    #else
      return false
    #endif
  }

  /// Asks the person for permission, where this is possible.
  public func open() async throws {
    #if canImport(LocalAuthentication)
      let right = LARight(requirement: .biometry(fallback: .devicePasscode))
      try await right.authorize(localizedReason: "to open the vault")
    #endif
  }

  /// Stores a secret.
  public func keep(_ secret: Data, for account: String) -> OSStatus {
    let item: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "com.example.vault",
      kSecAttrAccount as String: account, kSecValueData as String: secret,
    ]
    return SecItemAdd(item as CFDictionary, nil)
  }
}
