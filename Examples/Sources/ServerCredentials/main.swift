// Stores the credentials for a server as an internet password. Then finds, updates and deletes the internet password.

import Foundation
import Security

struct Credentials: Equatable {
  var username: String
  var password: String
}

/// An error with the status of the keychain function that failed.
struct KeychainFailure: Error, CustomStringConvertible {
  let status: OSStatus

  var description: String {
    SecCopyErrorMessageString(status, nil) as String? ?? "status \(status)"
  }

  static func check(_ status: OSStatus) throws {
    guard status == errSecSuccess else { throw KeychainFailure(status: status) }
  }
}

struct CredentialStore {
  let server: String

  func add(_ credentials: Credentials) throws {
    var item = query
    item[kSecAttrAccount as String] = credentials.username
    item[kSecValueData as String] = Data(credentials.password.utf8)
    try KeychainFailure.check(SecItemAdd(item as CFDictionary, nil))
  }

  func find() throws -> Credentials {
    var query = query
    query[kSecMatchLimit as String] = kSecMatchLimitOne
    query[kSecReturnAttributes as String] = true
    query[kSecReturnData as String] = true
    var result: CFTypeRef?
    try KeychainFailure.check(SecItemCopyMatching(query as CFDictionary, &result))
    guard let item = result as? [String: Any],
      let username = item[kSecAttrAccount as String] as? String,
      let password = item[kSecValueData as String] as? Data
    else { throw KeychainFailure(status: errSecDecode) }
    return Credentials(username: username, password: String(decoding: password, as: UTF8.self))
  }

  func update(_ credentials: Credentials) throws {
    let values: [String: Any] = [
      kSecAttrAccount as String: credentials.username,
      kSecValueData as String: Data(credentials.password.utf8),
    ]
    try KeychainFailure.check(SecItemUpdate(query as CFDictionary, values as CFDictionary))
  }

  func delete() throws {
    try KeychainFailure.check(SecItemDelete(query as CFDictionary))
  }

  /// Finds the internet password by its server alone, because a program that needs the credentials may not know the
  /// account.
  private var query: [String: Any] {
    [
      kSecClass as String: kSecClassInternetPassword,
      kSecAttrServer as String: server,
    ]
  }
}

let store = CredentialStore(server: "www.example.com")
try store.add(Credentials(username: "anna", password: "first"))
print("added:  ", try store.find())
try store.update(Credentials(username: "anna", password: "second"))
print("updated:", try store.find())
try store.delete()
do {
  print("still there:", try store.find())
} catch let failure as KeychainFailure where failure.status == errSecItemNotFound {
  print("deleted:", failure)
}
