// Prints the password for a web site. The same source runs on macOS and on Linux.
//
//     site-password HOST ACCOUNT

import Foundation
import Security

guard CommandLine.arguments.count == 3 else {
  print("usage: site-password HOST ACCOUNT")
  exit(2)
}

let query: [String: Any] = [
  kSecClass as String: kSecClassInternetPassword,
  kSecAttrProtocol as String: kSecAttrProtocolHTTPS,
  kSecAttrServer as String: CommandLine.arguments[1],
  kSecAttrAccount as String: CommandLine.arguments[2],
  kSecUseDataProtectionKeychain as String: true,
  kSecReturnData as String: true,
]
var result: CFTypeRef?
let status = SecItemCopyMatching(query as CFDictionary, &result)

guard status == errSecSuccess, let password = result as? Data else {
  print(SecCopyErrorMessageString(status, nil) as String? ?? "status \(status)")
  #if os(Linux)
    if let failure = LatchkeyCopyLastFailure() { print("cause: \(failure.cause.name)") }
  #endif
  exit(1)
}
print(String(decoding: password, as: UTF8.self))
