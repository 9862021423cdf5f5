import Foundation
import Security

/// The token of the keychain, and the status of the search. Whoever stores the token chooses the account.
func storedToken() -> (Data?, OSStatus) {
  let query: [String: Any] = [
    kSecClass as String: kSecClassGenericPassword,
    kSecAttrService as String: "com.example.token-server",
    kSecReturnData as String: true,
  ]
  var result: CFTypeRef?
  let status = SecItemCopyMatching(query as CFDictionary, &result)
  return (result as? Data, status)
}
