import Foundation
import Security
import Testing

/// Tests the results of searches and adds for keys (specification: secitem 3.8).
@Suite("Results of keys") struct KeyResultTests {
  private let keychain: TestKeychain
  private let key: SecKey

  init() throws {
    keychain = try TestKeychain()
    key = try SecKey.made()
  }

  @Test("A search and an add return the result of each single return key") func single() throws {
    for isAdd in [true, false] {
      func result(_ name: CFString, _ tag: String) -> AnyObject? {
        let item: Query = .of(key) + [kSecAttrApplicationTag: tag, name: true]
        if isAdd { return keychain.add(item).result }
        #expect(keychain.add(.of(key) + [kSecAttrApplicationTag: tag]).status == ok)
        return keychain.find(item).result
      }
      let prefix = isAdd ? "add" : "search"
      #expect(result(kSecReturnData, prefix + "1") as? Data == key.bytes)
      #expect(result(kSecReturnRef, prefix + "2") as? SecKey == key)
      #expect((result(kSecReturnPersistentRef, prefix + "3") as? Data)?.count == 20)
      let attributes = result(kSecReturnAttributes, prefix + "4") as? NSDictionary
      #expect(attributes?[kSecAttrApplicationLabel] as? Data == key.applicationLabel)
      #expect(attributes?[kSecValueData] == nil)
      #expect(attributes?[kSecValueRef] == nil)
      #expect(attributes?[kSecClass] == nil)
    }
  }

  @Test("A result with a key object has all attributes and the class, and the bytes only on request")
  func several() throws {
    #expect(keychain.add(.of(key) + [kSecAttrApplicationTag: "t"]).status == ok)
    let both: Query = [kSecReturnRef: true, kSecReturnPersistentRef: true]
    let found = keychain.find(.key("t") + both)
    #expect(found[kSecValueRef] as? SecKey == key)
    #expect((found[kSecValuePersistentRef] as? Data)?.prefix(4) == Data("keys".utf8))
    #expect(found[kSecClass] as? String == "keys")
    #expect(found[kSecAttrApplicationTag] as? String == "t")
    #expect(found[kSecValueData] == nil)
    let all = keychain.find(.key("t") + both + [kSecReturnData: true, kSecReturnAttributes: true])
    #expect(all[kSecValueData] as? Data == key.bytes)
    #expect(all[kSecValueRef] as? SecKey == key)
    let two = keychain.find(.key("t") + [kSecReturnData: true, kSecReturnPersistentRef: true])
    #expect(two.keys == ["v_Data", "v_PersistentRef"])
  }

  @Test("A search for all keys returns the keys in the order of creation") func all() throws {
    let keys = try [key, SecKey.made(), SecKey.made()]
    for key in keys { #expect(keychain.add(.of(key)).status == ok) }
    let found = keychain.find(Query.key().all + [kSecReturnRef: true]).array as? [SecKey]
    #expect(found == keys)
    let limited = keychain.find(.key() + [kSecReturnRef: true, kSecMatchLimit: 2]).array
    #expect(limited as? [SecKey] == [keys[0], keys[1]])
    let dictionaries =
      keychain.find(
        Query.key().all + [kSecReturnRef: true, kSecReturnAttributes: true]
      ).array as? [NSDictionary]
    #expect(dictionaries?.map { $0[kSecValueRef] as? SecKey } == keys)
  }

  @Test("A found key has no label of its item, and works after the item is deleted")
  func independence() throws {
    #expect(keychain.add(.of(key) + [kSecAttrLabel: "l"]).status == ok)
    let found = try #require(keychain.find(.key() + [kSecReturnRef: true]).result as? SecKey)
    #expect(keychain.delete(.key()) == ok)
    #expect(found.isPrivatePart(of: try #require(key.publicKey)))
    #expect(SecKeyCopyAttributes(found)?[kSecAttrLabel] == nil)
    #expect(keychain.find(.of(found)).status == notFound)
  }

  @Test("An item whose data is not a valid key is found, but a search returns no key object for the item")
  func noKey() throws {
    let bytes = try #require(key.bytes)
    let items: [(String, Query)] = [
      ("no type", [kSecValueData: bytes]),
      ("unknown type", [kSecAttrKeyType: 5, kSecValueData: bytes]),
      ("wrong class", [kSecAttrKeyType: 73, kSecAttrKeyClass: 2, kSecValueData: "x"]),
      ("private as public", [kSecAttrKeyType: 42, kSecValueData: bytes]),
      ("unknown class", [kSecAttrKeyType: 73, kSecAttrKeyClass: 9, kSecValueData: bytes]),
      ("class is text", [kSecAttrKeyType: 73, kSecAttrKeyClass: "x", kSecValueData: bytes]),
      ("short", [kSecAttrKeyType: 73, kSecAttrKeyClass: 1, kSecValueData: bytes.dropLast()]),
      ("no data", [kSecAttrKeyType: 73, kSecAttrKeyClass: 1]),
    ]
    for (tag, item) in items where tag != "wrong class" {
      let added = keychain.add(.key(tag) + item + [kSecReturnRef: true])
      #expect(added.status == ok, "\(tag)")
      #expect(added.result == nil, "\(tag)")
      let found = keychain.find(.key(tag) + [kSecReturnRef: true])
      #expect(found.status == ok, "\(tag)")
      #expect(found.result == nil, "\(tag)")
      let dictionary = keychain.find(.key(tag) + [kSecReturnRef: true, kSecReturnAttributes: true])
      #expect(dictionary[kSecAttrApplicationTag] as? String == tag)
      #expect(dictionary[kSecValueRef] == nil, "\(tag)")
      #expect(dictionary[kSecValueData] == nil, "\(tag)")
    }
    #expect(keychain.add(.of(key)).status == ok)
    let all = keychain.find(Query.key().all + [kSecReturnRef: true])
    #expect(all.array as? [SecKey] == [key])
  }
}
