// Reads the token that `shared-group-writer` stored. The search finds the token only if the entitlements of this
// program contain the group of the token.
//
// The query does not name the group, because a search without a group covers all groups of the program.

import Foundation
import Security

let query: [String: Any] = [
  kSecClass as String: kSecClassGenericPassword,
  kSecAttrService as String: "com.example.token",
  kSecReturnAttributes as String: true,
  kSecReturnData as String: true,
]
var result: CFTypeRef?
let status = SecItemCopyMatching(query as CFDictionary, &result)
switch status {
case errSecSuccess:
  let item = result as? [String: Any] ?? [:]
  let token = (item[kSecValueData as String] as? Data).map { String(decoding: $0, as: UTF8.self) }
  print("found in \(item[kSecAttrAccessGroup as String] ?? "?"): \(token ?? "?")")
case errSecItemNotFound:
  print("no token")
default:
  print(SecCopyErrorMessageString(status, nil) as String? ?? "status \(status)")
  exit(1)
}
