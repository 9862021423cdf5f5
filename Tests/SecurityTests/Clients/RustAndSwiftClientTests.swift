import Foundation
import Security
import Testing

/// Repeats the keychain calls of a Rust binding and of common Swift wrappers.
@Suite("Rust and Swift wrappers") struct RustAndSwiftClientTests {
  @Test("Rust: protocol and authentication type are numbers, and a duplicate is updated") func rust() throws {
    let keychain = try TestKeychain()
    let https: UInt32 = 0x6874_7073
    let dflt: UInt32 = 0x6466_6C74
    let item: Query =
      .internet("example.com", "me") + [
        kSecAttrPath: "/", kSecAttrPort: NSNumber(value: Int32(8080)),
        kSecAttrProtocol: NSNumber(value: https),
        kSecAttrAuthenticationType: NSNumber(value: dflt.byteSwapped),
      ]
    #expect(keychain.add(item.secret("one")).status == ok)
    #expect(keychain.add(item.secret("two")).status == duplicate)
    #expect(keychain.update(item, [kSecValueData: Data("two".utf8)]) == ok)
    let data = keychain.find(item + [kSecReturnData: true]).result as AnyObject
    #expect(CFGetTypeID(data) == CFDataGetTypeID())
    #expect(keychain.secret(.internet() + [kSecAttrProtocol: kSecAttrProtocolHTTPS]) == "two")
    #expect(keychain.delete(item) == ok)
  }

  @Test("Rust: the results of a search are distinguished by their types") func rustSearch() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s", "a").secret("x")).status == ok)
    func type(_ key: CFString) -> CFTypeID {
      CFGetTypeID(keychain.find(.generic("s") + [key: true]).result)
    }
    let types = [
      type(kSecReturnData), type(kSecReturnAttributes), type(kSecReturnRef),
      type(kSecReturnPersistentRef),
    ]
    let expected = [
      CFDataGetTypeID(), CFDictionaryGetTypeID(), SecKeychainItemGetTypeID(), CFDataGetTypeID(),
    ]
    #expect(types == expected)
  }

  @Test("Swift: a search without authentication decides between update and add") func existence() throws {
    let keychain = try TestKeychain()
    func set(_ value: String) -> OSStatus {
      let probe: Query =
        .generic("s", "a") + [
          kSecUseAuthenticationUI: kSecUseAuthenticationUIFail, kSecReturnData: true,
          kSecAttrSynchronizable: kSecAttrSynchronizableAny,
        ]
      switch keychain.perform({ SecItemCopyMatching(probe as CFDictionary, nil) }) {
      case ok:
        return keychain.update(
          Query.generic("s", "a").any, [kSecValueData: Data(value.utf8)] as Query)
      case notFound:
        let item = Query.generic("s", "a").secret(value) + [kSecAttrSynchronizable: false]
        return keychain.add(item).status
      case let other: return other
      }
    }
    #expect(set("one") == ok)
    #expect(set("two") == ok)
    #expect(keychain.secret(.generic("s", "a")) == "two")
  }

  @Test("Swift: a search returns all results of an item at once") func everything() throws {
    let keychain = try TestKeychain()
    let item =
      Query.generic("s", "a").secret("x") + [
        kSecAttrLabel: "l", kSecAttrComment: "c", kSecAttrCreator: 5, kSecAttrType: 6,
        kSecAttrIsInvisible: true, kSecAttrIsNegative: false, kSecAttrGeneric: Data([1]),
      ]
    #expect(keychain.add(item).status == ok)
    let answer = keychain.find(
      .generic("s", "a") + [
        kSecReturnData: true, kSecReturnAttributes: true, kSecReturnRef: true,
        kSecReturnPersistentRef: true,
      ])
    let found = try #require(answer.result as? [String: Any])
    #expect(found[kSecClass as String] as? String == "genp")
    #expect(found[kSecAttrLabel as String] as? String == "l")
    #expect(found[kSecAttrCreator as String] as? String == nil)
    #expect(found[kSecAttrCreator as String] as? Int == 5)
    #expect(found[kSecAttrIsInvisible as String] as? Bool == true)
    #expect(found[kSecAttrIsNegative as String] as? Bool == false)
    #expect(found[kSecAttrGeneric as String] as? Data == Data([1]))
    #expect(found[kSecAttrSynchronizable as String] as? Bool == false)
    #expect(found[kSecAttrAccessControl as String] is SecAccessControl)
    #expect(found[kSecValueData as String] as? Data == Data("x".utf8))
    #expect((found[kSecValuePersistentRef as String] as? Data)?.count == 20)
  }

  @Test("Swift: account and generic attribute are returned as data if stored as data") func dataAccounts() throws {
    let keychain = try TestKeychain()
    let key = Data("key".utf8)
    #expect(
      keychain.add(.generic("s", key).secret("x") + [kSecAttrGeneric: key]).status == ok)
    let all = keychain.all(.generic("s"))
    #expect(all.first?[kSecAttrAccount] as? Data == key)
    #expect(keychain.secret(.generic("s", "key")) == "x")
  }

  @Test("Swift: a delete and an add replace an item, and no old attribute remains") func deleteAndAdd() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s", "a").secret("x") + [kSecAttrLabel: "old"]).status == ok)
    #expect(keychain.delete(.generic("s", "a")) == ok)
    let added = keychain.add(
      .generic("s", "a").secret("y") + [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock])
    #expect(added.status == ok)
    #expect(keychain.attributes(.generic("s", "a"))[kSecAttrLabel] == nil)
  }
}
