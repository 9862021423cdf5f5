// Stores passwords by service and account.
//
//     password-list set SERVICE ACCOUNT
//     password-list update SERVICE ACCOUNT
//     password-list get SERVICE ACCOUNT
//     password-list list [SERVICE]
//     password-list delete SERVICE ACCOUNT
//
// `set` and `update` read the password from the first line of standard input.

import Foundation
import Security

enum Passwords {
  /// Adds a password. Throws `errSecDuplicateItem` if the account already has a password for the service.
  static func set(_ password: String, _ service: String, _ account: String) throws {
    var item = query(service, account)
    item[kSecValueData as String] = Data(password.utf8)
    // With this attribute, later runs of the program can read the password after the first unlock, even while the
    // keychain is locked.
    item[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlock
    try check(SecItemAdd(item as CFDictionary, nil))
  }

  static func update(_ password: String, _ service: String, _ account: String) throws {
    let values = [kSecValueData as String: Data(password.utf8)]
    try check(SecItemUpdate(query(service, account) as CFDictionary, values as CFDictionary))
  }

  static func get(_ service: String, _ account: String) throws -> String {
    var query = query(service, account)
    query[kSecReturnData as String] = true
    var result: CFTypeRef?
    try check(SecItemCopyMatching(query as CFDictionary, &result))
    guard let data = result as? Data else { throw Failure(status: errSecDecode) }
    return String(decoding: data, as: UTF8.self)
  }

  /// Returns the service and the account of every password. The passwords themselves are not read.
  static func list(_ service: String?) throws -> [(service: String, account: String)] {
    var query = query(service, nil)
    query[kSecMatchLimit as String] = kSecMatchLimitAll
    query[kSecReturnAttributes as String] = true
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    if status == errSecItemNotFound { return [] }
    try check(status)
    return (result as? [[String: Any]] ?? []).map { item in
      (
        item[kSecAttrService as String] as? String ?? "",
        item[kSecAttrAccount as String] as? String ?? ""
      )
    }
  }

  static func delete(_ service: String, _ account: String) throws {
    try check(SecItemDelete(query(service, account) as CFDictionary))
  }

  private static func query(_ service: String?, _ account: String?) -> [String: Any] {
    var query: [String: Any] = [kSecClass as String: kSecClassGenericPassword]
    query[kSecAttrService as String] = service
    query[kSecAttrAccount as String] = account
    return query
  }

  private static func check(_ status: OSStatus) throws {
    guard status == errSecSuccess else { throw Failure(status: status) }
  }

  struct Failure: Error { let status: OSStatus }
}

func run(_ words: [String]) throws {
  switch (words.first, words.count) {
  case ("set", 3): try Passwords.set(readLine() ?? "", words[1], words[2])
  case ("update", 3): try Passwords.update(readLine() ?? "", words[1], words[2])
  case ("get", 3): print(try Passwords.get(words[1], words[2]))
  case ("list", 1), ("list", 2):
    for entry in try Passwords.list(words.count == 2 ? words[1] : nil) {
      print("\(entry.service)\t\(entry.account)")
    }
  case ("delete", 3): try Passwords.delete(words[1], words[2])
  default:
    print("usage: password-list set|update|get|delete SERVICE ACCOUNT | list [SERVICE]")
    exit(2)
  }
}

do {
  try run(Array(CommandLine.arguments.dropFirst()))
} catch let failure as Passwords.Failure {
  print(SecCopyErrorMessageString(failure.status, nil) as String? ?? "status \(failure.status)")
  exit(1)
}
