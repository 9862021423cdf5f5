import Foundation
import Security

/// Returns the token that the keychain stores, and the status of the search. The query names no account, because the
/// person who stores the token chooses the account.
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

/// Returns the token of the request; nil if the request has no token.
func sentToken() -> Data? {
  let name = "Authorization: Bearer "
  var token: Data?
  while let line = readLine(), !line.isEmpty {
    if line.hasPrefix(name) { token = Data(line.dropFirst(name.count).utf8) }
  }
  return token
}
