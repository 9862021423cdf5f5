import Foundation
import Security
import Testing

/// The calls of Python's keyring: Booleans are the number 1, data is a string, and setting means
/// deleting and adding.
@Suite("Python's keyring") struct PythonKeyringTests {
  private func set(_ keychain: TestKeychain, _ account: String, _ password: String) -> OSStatus {
    let deleted = keychain.delete(.generic("system", account))
    guard deleted == ok || deleted == notFound else { return deleted }
    return keychain.add(.generic("system", account) + [kSecValueData: password as NSString]).status
  }

  private func get(_ keychain: TestKeychain, _ account: String) -> String? {
    let answer = keychain.find(
      .generic("system", account) + [
        kSecMatchLimit: kSecMatchLimitOne, kSecReturnData: NSNumber(value: Int32(1)),
      ])
    return answer.data.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("set, get, set again, delete; also for an empty account and for Unicode") func lifetime()
    throws
  {
    let keychain = try TestKeychain()
    for account in ["me", "", "ünïcode 👍"] {
      #expect(get(keychain, account) == nil)
      #expect(set(keychain, account, "first") == ok)
      #expect(get(keychain, account) == "first")
      #expect(set(keychain, account, "zweites Pässwört") == ok)
      #expect(get(keychain, account) == "zweites Pässwört")
    }
    #expect(keychain.count(.generic()) == 3)
    #expect(keychain.delete(.generic("system", "me")) == ok)
    #expect(get(keychain, "me") == nil)
    #expect(get(keychain, "") == "zweites Pässwört")
  }
}
