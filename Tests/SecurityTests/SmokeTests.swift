import Foundation
import Keychain
import Security
import TestSupport
import Testing

@Suite struct SmokeTests {
  @Test func addsFindsUpdatesDeletes() throws {
    let folder = try TemporaryDirectory()
    let keychain = LocalKeychain(StoreLocation(home: folder.path))
    let caller = Caller(accessGroups: ["app", "login"], sharedGroups: ["login"])
    KeychainContext.$current.withValue(KeychainContext(keychain, caller)) {
      let item: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "s",
        kSecAttrAccount as String: "a", kSecValueData as String: Data("secret".utf8),
      ]
      #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
      #expect(SecItemAdd(item as CFDictionary, nil) == errSecDuplicateItem)
      var query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "s",
        kSecReturnData as String: true,
      ]
      var result: CFTypeRef?
      #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
      #expect(result as? Data == Data("secret".utf8))
      query[kSecReturnAttributes as String] = true
      #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
      print(result as Any)
      query[kSecReturnAttributes as String] = nil
      query[kSecReturnData as String] = nil
      #expect(SecItemUpdate(query as CFDictionary, [kSecValueData as String: Data("new".utf8)] as CFDictionary) == errSecSuccess)
      #expect(SecItemDelete(query as CFDictionary) == errSecSuccess)
      #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecItemNotFound)
    }
  }
}
