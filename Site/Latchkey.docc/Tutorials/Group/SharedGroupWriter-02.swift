import Foundation
import Security

let group = "TEAM123456.com.example.shared"
let query: [String: Any] = [
  kSecClass as String: kSecClassGenericPassword,
  kSecAttrAccessGroup as String: group,
  kSecAttrService as String: "com.example.token",
]
let values = [kSecValueData as String: Data((readLine() ?? "").utf8)]
