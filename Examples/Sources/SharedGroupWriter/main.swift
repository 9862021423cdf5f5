// Stores a token in a group that several programs of one developer share.
//
//     shared-group-writer < FILE     (the token is the first line of FILE)
//
// The group is an entitlement of the program. On an Apple platform, the program's signature contains the entitlement,
// and the name of the group begins with the identifier of the developer's team. On Linux, the entitlement is in the
// file `shared-group-writer.entitlements` in the folder of the executable.

import Foundation
import Security

let group = "TEAM123456.com.example.shared"
let query: [String: Any] = [
  kSecClass as String: kSecClassGenericPassword,
  kSecAttrAccessGroup as String: group,
  kSecAttrService as String: "com.example.token",
]
let values = [kSecValueData as String: Data((readLine() ?? "").utf8)]

var status = SecItemUpdate(query as CFDictionary, values as CFDictionary)
if status == errSecItemNotFound {
  status = SecItemAdd(query.merging(values) { $1 } as CFDictionary, nil)
}
switch status {
case errSecSuccess: print("the token is kept in \(group)")
case errSecMissingEntitlement:
  print("this program is not entitled to \(group)")
  exit(1)
default:
  print(SecCopyErrorMessageString(status, nil) as String? ?? "status \(status)")
  exit(1)
}
