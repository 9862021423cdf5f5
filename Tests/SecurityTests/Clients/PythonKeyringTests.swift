import Foundation
import Security
import Testing

/// Repeats the keychain calls of Python's keyring. The keyring passes the number 1 for true, and a string as data. To
/// set a password, the keyring deletes the old item and adds a new item.
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

  @Test("A password can be set, read, replaced and deleted, also for a Unicode account") func lifetime()
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
