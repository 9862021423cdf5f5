import Foundation
import Security

#if canImport(LocalAuthentication)
  import LocalAuthentication
#endif

/// Stores secrets. On Apple's platforms, an authorized person may read them.
public struct Vault {
  /// Creates a vault.
  public init() {}

  /// Whether opening the vault asks the person for permission.
  public var asks: Bool {
    #if canImport(LocalAuthentication)
      return true
    #else
      return false
    #endif
  }

  /// Asks the person for permission on platforms with `LARight`.
  public func open() async throws {
    #if canImport(LocalAuthentication)
      let right = LARight(requirement: .biometry(fallback: .devicePasscode))
      try await right.authorize(localizedReason: "to open the vault")
    #endif
  }

  /// Stores a secret for an account.
  public func keep(_ secret: Data, for account: String) -> OSStatus {
    let item: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "com.example.vault",
      kSecAttrAccount as String: account, kSecValueData as String: secret,
    ]
    return SecItemAdd(item as CFDictionary, nil)
  }
}
