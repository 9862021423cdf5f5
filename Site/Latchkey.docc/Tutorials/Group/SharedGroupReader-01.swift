import Foundation
import Security

let query: [String: Any] = [
  kSecClass as String: kSecClassGenericPassword,
  kSecAttrService as String: "com.example.token",
  kSecReturnAttributes as String: true,
  kSecReturnData as String: true,
]
