import Foundation
import Security
import Testing

/// Tests keys as references in search, update and delete (specification: secitem 2.8; compatibility: D6, D8).
@Suite("Keys as references") struct KeyReferenceTests {
  private let keychain: TestKeychain
  private let keys: [SecKey]

  init() throws {
    keychain = try TestKeychain()
    keys = try (0..<3).map { _ in try SecKey.made() }
    for (number, key) in keys.enumerated() {
      #expect(keychain.add(.of(key) + [kSecAttrApplicationTag: "t\(number)"]).status == ok)
      let publicKey = try #require(key.publicKey)
      #expect(keychain.add(.of(publicKey) + [kSecAttrApplicationTag: "p\(number)"]).status == ok)
    }
  }

  private func tags(_ query: Query) -> [String] { keychain.all(kSecAttrApplicationTag, query) }

  @Test("A private key finds the item of the private key, and a public key the item of the public key")
  func search() throws {
    #expect(tags(.of(keys[1])) == ["t1"])
    #expect(tags(.of(try #require(keys[1].publicKey))) == ["p1"])
    #expect(tags(.of(keys[1]) + [kSecClass: kSecClassKey]) == ["t1"])
    // Attributes in the dictionary have precedence over attributes of the key.
    #expect(tags(.of(keys[1]) + [kSecAttrKeyClass: kSecAttrKeyClassPublic]) == ["p1"])
    #expect(tags(.of(keys[1]) + [kSecAttrApplicationTag: "t0"]) == [])
    #expect(tags(.of(try SecKey.made())) == [])
    #expect(keychain.find(.of(keys[2]) + [kSecReturnRef: true]).result as? SecKey == keys[2])
    // Data in the dictionary does not filter.
    #expect(tags(.of(keys[1]) + [kSecValueData: Data([1])]) == ["t1"])
  }

  @Test("A key finds all its items, whatever usages the items allow") func several()
    throws
  {
    #expect(keychain.add(.of(keys[0]) + ["atag": "again", "sign": 0, "perm": 0]).status == ok)
    #expect(tags(.of(keys[0])) == ["t0", "again"])
  }

  @Test("A key finds synchronizable items only if the query requests synchronizable items")
  func synchronizable() throws {
    let item: Query = Query.of(keys[0]).synchronizable + [kSecAttrApplicationTag: "s"]
    #expect(keychain.add(item).status == ok)
    #expect(tags(.of(keys[0])) == ["t0"])
    #expect(tags(Query.of(keys[0]).synchronizable) == ["s"])
    #expect(tags(Query.of(keys[0]).any) == ["t0", "s"])
    let list: Query = .key() + [kSecMatchItemList: [keys[0]]]
    #expect(tags(list) == ["t0"])
    #expect(tags(list.any) == ["t0", "s"])
    #expect(keychain.delete(list) == ok)
    #expect(tags(Query.of(keys[0]).any) == ["s"])
  }

  @Test("An update and a delete by a key change only the items of the key") func changes() throws {
    #expect(keychain.update(.of(keys[1]), [kSecAttrLabel: "l"]) == ok)
    #expect(keychain.all(kSecAttrLabel, .key()) == ["?", "?", "l", "?", "?", "?"])
    #expect(keychain.delete(.of(keys[1])) == ok)
    #expect(keychain.delete(.of(keys[1])) == notFound)
    #expect(keychain.update(.of(keys[1]), [:]) == notFound)
    #expect(tags(.key()) == ["t0", "p0", "p1", "t2", "p2"])
  }

  @Test("An update and a delete by a key reach an item in the group login (D36)") func login()
    throws
  {
    let key = try SecKey.made()
    #expect(keychain.add(.of(key) + [kSecAttrAccessGroup: "login"]).status == ok)
    #expect(keychain.delete(.key() + [kSecAttrKeyClass: 1]) == ok)
    #expect(keychain.find(.of(key)).status == ok)
    #expect(keychain.update(.of(key), [kSecAttrLabel: "l"]) == ok)
    #expect(keychain.delete([kSecMatchItemList: [key]]) == ok)
    #expect(keychain.add(.of(key) + [kSecAttrAccessGroup: "login"]).status == ok)
    #expect(keychain.delete(.of(key)) == ok)
  }

  @Test("A key and a persistent reference in a query must refer to the same item") func besideReference() throws {
    let reference = keychain.reference(.of(keys[0]))
    #expect(tags(.of(keys[0]) + [kSecValuePersistentRef: reference]) == ["t0"])
    #expect(tags(.of(keys[1]) + [kSecValuePersistentRef: reference]) == [])
    #expect(keychain.delete(.of(keys[1]) + [kSecValuePersistentRef: reference]) == notFound)
    #expect(keychain.delete([kSecValuePersistentRef: reference]) == ok)
    #expect(keychain.find([kSecValuePersistentRef: reference]).status == notFound)
  }

  @Test("An item list of keys and references restricts a search, under both names of the list (D6, D8)")
  func lists() throws {
    let persistent = keychain.reference(.key("p2"))
    for name in [kSecMatchItemList, kSecUseItemList] {
      #expect(tags(.key() + [name: [keys[2], keys[0]]]) == ["t0", "t2"], "creation order")
      #expect(tags([name: [keys[1]]]) == ["t1"])
      #expect(tags(.key() + [name: [persistent, keys[1]]]) == ["t1", "p2"])
      #expect(tags(.key("t0") + [name: [keys[0], keys[1]]]) == ["t0"])
      #expect(tags(.key() + [name: [try SecKey.made()]]) == [])
      #expect(tags(.of(keys[0]) + [name: [keys[0], keys[1]]]) == ["t0"])
      #expect(keychain.find(.generic() + [name: keys]).status == notFound)
      #expect(keychain.find(.key() + [name: [keys[0], "x"]]).status == param)
      #expect(
        keychain.find([name: [keys[0]], kSecReturnRef: true]).result as? SecKey == keys[0])
    }
    let both: Query = [
      kSecMatchItemList: [keys[0], keys[1]], kSecUseItemList: [keys[1], keys[2]],
    ]
    #expect(tags(.key() + both) == ["t1"])
  }

  @Test("A list of items of different classes gives -50") func mixedLists() throws {
    #expect(keychain.add(.generic("s")).status == ok)
    let password = keychain.find(.generic("s") + [kSecReturnRef: true]).result as Any
    for name in [kSecMatchItemList, kSecUseItemList] {
      #expect(keychain.find(.key() + [name: [keys[0], password]]).status == param)
    }
  }

  @Test("A list restricts an update and a delete") func listChanges() throws {
    let list: Query = [kSecMatchItemList: [keys[0], keys[2]]]
    #expect(keychain.update(.key() + list, [kSecAttrLabel: "l"]) == ok)
    #expect(keychain.all(kSecAttrLabel, .key()) == ["l", "?", "?", "?", "l", "?"])
    #expect(keychain.update(.key() + [kSecUseItemList: [keys[0]]], [kSecAttrLabel: "u"]) == ok)
    #expect(keychain.all(kSecAttrLabel, .key()) == ["u", "?", "?", "?", "l", "?"])
    #expect(keychain.delete(.key() + list) == ok)
    #expect(tags(.key()) == ["p0", "t1", "p1", "p2"])
    #expect(keychain.delete([kSecUseItemList: [keys[1]]]) == ok)
    #expect(tags(.key()) == ["p0", "p1", "p2"])
  }

  /// A search by a symmetric key compares the bytes, because all symmetric keys of one size have the same attributes.
  @Test("A symmetric key finds only the items that contain its bytes") func symmetric() throws {
    for tag in ["a", "b"] {
      let item: Query =
        .key(tag) + [
          kSecAttrKeyClass: kSecAttrKeyClassSymmetric, kSecAttrKeyType: "2147483649",
          kSecValueData: Data(repeating: tag.utf8.first ?? 0, count: 16),
        ]
      #expect(keychain.add(item).status == ok)
    }
    let key = try #require(keychain.find(.key("a") + [kSecReturnRef: true]).result as? SecKey)
    #expect(tags(.of(key)) == ["a"])
    #expect(tags([kSecMatchItemList: [key]]) == ["a"])
    #expect(keychain.update(.of(key), [kSecAttrLabel: "l"]) == ok)
    #expect(keychain.delete(.of(key)) == ok)
    #expect(keychain.find(.of(key)).status == notFound)
    #expect(tags(.key() + [kSecAttrKeyClass: 2]) == ["b"])
    // An add of the deleted key's object stores the key again, with the size from the object.
    #expect(keychain.add(.of(key) + [kSecAttrApplicationTag: "c"]).status == ok)
    #expect(keychain.attributes(.key("c"))["bsiz"] as? Int == 128)
    // A key object that is created from the same bytes also finds the item `b`, although the item `b` states no size.
    let bytes = Data(repeating: UInt8(ascii: "b"), count: 16)
    let parameters: Query = [kSecAttrKeyType: kSecAttrKeyTypeAES]
    let other = try #require(
      SecKeyCreateFromData(parameters as NSDictionary, bytes as NSData, nil))
    #expect(tags(.of(other)) == ["b"])
    #expect(keychain.find(.of(other) + [kSecReturnRef: true]).result as? SecKey == other)
    #expect(keychain.delete([kSecMatchItemList: [other]]) == ok)
    #expect(keychain.find(.of(other)).status == notFound)
    #expect(tags(.key() + [kSecAttrKeyClass: 2]) == ["c"])
  }

  @Test("Permanent symmetric keys are found and deleted like other keys") func generated() throws {
    let parameters: Query = [
      kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeySizeInBits: 256, kSecAttrIsPermanent: true,
    ]
    let keys = try ["x", "y"].map { tag in
      try keychain.perform {
        try #require(
          SecKeyGenerateSymmetric(parameters + [kSecAttrApplicationTag: tag] as NSDictionary, nil))
      }
    }
    #expect(tags(.of(keys[1])) == ["y"])
    #expect(keychain.delete(.of(keys[0])) == ok)
    #expect(tags(.key() + [kSecAttrKeyClass: 2]) == ["y"])
  }

  @Test("A search finds keys by application label, tag, type and usage") func attributes() throws {
    let label = try #require(keys[1].applicationLabel)
    #expect(tags(.key() + [kSecAttrApplicationLabel: label]) == ["t1", "p1"])
    #expect(tags(.key() + [kSecAttrApplicationLabel: label, kSecAttrKeyClass: 1]) == ["t1"])
    #expect(tags(.key(Data("p2".utf8))) == ["p2"])
    #expect(tags(.key() + [kSecAttrApplicationLabel: Data(count: 20)]) == [])
    #expect(tags(.key() + [kSecAttrCanSign: true]) == ["t0", "t1", "t2"])
    #expect(tags(.key() + [kSecAttrKeyType: "73", kSecAttrCanVerify: 1]) == ["p0", "p1", "p2"])
    #expect(keychain.update(.key("t1"), [kSecAttrApplicationTag: Data("new".utf8)]) == ok)
    #expect(keychain.find(.key("new")).status == ok)
    #expect(keychain.update(.key("new"), [kSecAttrApplicationTag: "t0"]) == ok)
    #expect(keychain.update(.key("t0"), [kSecAttrApplicationLabel: label]) == duplicate)
  }
}
