import Foundation
import Security

#if canImport(LocalAuthentication)
  import LocalAuthentication
#endif

/// Secrets that a person may see who has the right to.
public struct Vault {
  /// The vault.
  public init() {}

  /// Whether it asks a person.
  public var asks: Bool {
    #if canImport(LocalAuthentication)
      return true
    #else
      return false
    #endif
  }

  /// Asks, where there is somebody who can.
  public func open() async throws {
    #if canImport(LocalAuthentication)
      let right = LARight(requirement: .biometry(fallback: .devicePasscode))
      try await right.authorize(localizedReason: "to open the vault")
    #endif
  }

  /// Keeps a secret.
  public func keep(_ secret: Data, for account: String) -> OSStatus {
    let item: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "com.example.vault",
      kSecAttrAccount as String: account, kSecValueData as String: secret,
    ]
    return SecItemAdd(item as CFDictionary, nil)
  }
}
