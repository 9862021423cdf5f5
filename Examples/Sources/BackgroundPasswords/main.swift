// Stores passwords without blocking the caller. A function of the keychain waits for the disk and for other programs
// that write to the keychain. If an `async` function called such a function directly, the call would block the main
// thread or a thread of the pool that all tasks share. This program runs the calls on a separate queue.

import Dispatch
import Foundation
import Security

struct BackgroundPasswords: Sendable {
  let service: String
  private let queue = DispatchQueue(label: "com.example.keychain", qos: .userInitiated)

  init(service: String) { self.service = service }

  /// Stores a password. An existing password of the account is replaced.
  func set(_ password: String, for account: String) async throws {
    try await run {
      let query = self.query(account)
      let values = [kSecValueData as String: Data(password.utf8)]
      var status = SecItemUpdate(query as CFDictionary, values as CFDictionary)
      if status == errSecItemNotFound {
        status = SecItemAdd(query.merging(values) { $1 } as CFDictionary, nil)
      }
      try Self.check(status)
    }
  }

  /// Returns the password of an account; nil if the account has no password.
  func get(_ account: String) async throws -> String? {
    try await run {
      var query = self.query(account)
      query[kSecReturnData as String] = true
      var result: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &result)
      if status == errSecItemNotFound { return nil }
      try Self.check(status)
      return (result as? Data).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Deletes all passwords of the service. Returns false if the service had no passwords.
  func deleteAll() async throws -> Bool {
    try await run {
      let status = SecItemDelete(self.query(nil) as CFDictionary)
      if status == errSecItemNotFound { return false }
      try Self.check(status)
      return true
    }
  }

  /// Runs keychain calls on the queue. The dictionaries of a call are not `Sendable`, so `body` makes and reads them on
  /// the queue. Only strings and values of the type `Result` are passed between threads.
  private func run<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        dispatchPrecondition(condition: .notOnQueue(.main))
        continuation.resume(with: Swift.Result { try body() })
      }
    }
  }

  private func query(_ account: String?) -> [String: Any] {
    var query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: service,
    ]
    query[kSecAttrAccount as String] = account
    return query
  }

  private static func check(_ status: OSStatus) throws {
    guard status == errSecSuccess else { throw Failure(status: status) }
  }

  struct Failure: Error { let status: OSStatus }
}

let passwords = BackgroundPasswords(service: "com.example.background")

// The caller is the main actor. The main actor continues its work while the fifty passwords are stored.
let storing = Task.detached {
  for number in 1...50 { try await passwords.set("secret \(number)", for: "account \(number)") }
}
let working = Task { @MainActor in
  var steps = 0
  while !Task.isCancelled {
    steps += 1
    try? await Task.sleep(for: .milliseconds(1))
  }
  return steps
}
try await storing.value
working.cancel()
print("the main actor went on meanwhile:", await working.value > 1)
print("account 17 has:", try await passwords.get("account 17") ?? "nothing")
print("deleted:", try await passwords.deleteAll())
print("account 17 has:", try await passwords.get("account 17") ?? "nothing")
