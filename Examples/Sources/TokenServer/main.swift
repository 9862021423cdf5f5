// Answers an HTTP request on standard input. The answer is 200 if the request has the token that the keychain stores.
//
//     token-server < REQUEST
//
// systemd starts such a program for each connection to a socket (`Accept=yes`). The program reads the token from the
// keychain for each request, so a new token takes effect with the next request.

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

/// Compares two tokens. The comparison always reads all bytes, so its duration does not show how many bytes are equal.
func isEqual(_ one: Data, _ other: Data) -> Bool {
  one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}

func answer(_ line: String) {
  print("HTTP/1.1 \(line)\r\nContent-Length: 0\r\nConnection: close\r\n\r")
}

let (stored, status) = storedToken()
guard let stored else {
  let reason = SecCopyErrorMessageString(status, nil) as String? ?? "status \(status)"
  FileHandle.standardError.write(Data("token-server: \(reason)\n".utf8))
  answer("503 Service Unavailable")
  exit(1)
}
if let sent = sentToken(), isEqual(sent, stored) {
  answer("200 OK")
} else {
  answer("401 Unauthorized")
}
