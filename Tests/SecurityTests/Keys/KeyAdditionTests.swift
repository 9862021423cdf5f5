import Foundation
import Security
import Testing

/// Tests how keys are added: by reference, by bytes, by both, and several keys at once (specification: secitem 2.8,
/// 3.4; compatibility: D7).
@Suite("Adding keys") struct KeyAdditionTests {
  private let keychain: TestKeychain
  private let key: SecKey

  init() throws {
    keychain = try TestKeychain()
    key = try SecKey.made()
  }

  @Test("An add by reference stores the class and every attribute of the key") func reference()
    throws
  {
    #expect(keychain.add(.of(key)).status == ok)
    let found = keychain.attributes(.key())
    let expected: [String: Int] = [
      "kcls": 1, "type": 73, "bsiz": 256, "esiz": 256, "perm": 1, "priv": 1, "modi": 1, "sens": 0,
      "asen": 0, "extr": 1, "next": 0, "encr": 0, "decr": 1, "drve": 1, "sign": 1, "vrfy": 0,
      "snrc": 0, "vyrc": 0, "wrap": 0, "unwp": 1, "crtr": 0,
    ]
    for (name, value) in expected { #expect(found[name] as? Int == value, "\(name)") }
    #expect(found["klbl"] as? Data == key.applicationLabel)
    #expect(found["atag"] as? String == "")
    #expect(found["labl"] == nil)
    #expect(keychain.find(.key() + [kSecReturnData: true]).data == key.bytes)
  }

  @Test("Attributes of the dictionary take precedence over attributes of the key") func explicitAttributes() throws {
    let given: Query = [
      kSecAttrKeySizeInBits: 999, kSecAttrCanSign: false, kSecAttrApplicationLabel: Data([1]),
      kSecAttrLabel: "l", kSecAttrApplicationTag: Data("t".utf8), kSecAttrIsPermanent: false,
      kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock, kSecAttrAccessGroup: "login",
      kSecValueData: Data([7]),
    ]
    #expect(keychain.add(.of(key) + given).status == ok)
    let found = keychain.attributes(.key())
    #expect(found["bsiz"] as? Int == 999)
    #expect(found["esiz"] as? Int == 256)
    #expect(found["sign"] as? Int == 0)
    #expect(found["perm"] as? Int == 0)
    #expect(found["klbl"] as? Data == Data([1]))
    #expect(found["labl"] as? String == "l")
    #expect(found["atag"] as? Data == Data("t".utf8))
    #expect(found["pdmn"] as? String == "ck")
    #expect(found["agrp"] as? String == "login")
    #expect(keychain.find(.key() + [kSecReturnData: true]).data == Data([7]))
  }

  @Test("A key reference with another class gives -25303") func otherClass() throws {
    for itemClass in [kSecClassGenericPassword, kSecClassInternetPassword] {
      let query: Query = .of(key) + [kSecClass: itemClass]
      #expect(keychain.add(query).status == noAttribute)
      #expect(keychain.find(query).status == noAttribute)
      #expect(keychain.update(query, [:]) == noAttribute)
      #expect(keychain.delete(query) == noAttribute)
    }
    #expect(keychain.add(.of(key) + [kSecClass: kSecClassKey]).status == ok)
    #expect(keychain.add(.of(key) + [kSecClass: "x"]).status == noClass)
    #expect(keychain.add(.of(key) + [kSecClass: 5]).status == param)
    #expect(keychain.update(.of(key), [kSecValueRef: key]) == noAttribute)
    #expect(keychain.add([kSecValueRef: "x"]).status == param)
  }

  @Test("An add of bytes stores the bytes unchanged, with only the attributes of the dictionary")
  func data() throws {
    let bytes = try #require(key.publicKey?.bytes)
    let item: Query =
      .key("t") + [
        kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecValueData: bytes,
      ]
    // Without a key class, the item is a public key.
    let added = keychain.add(item + [kSecReturnRef: true])
    #expect(added.status == ok)
    #expect(added.result as? SecKey == key.publicKey)
    let found = keychain.attributes(.key())
    #expect(found["kcls"] as? Int == 0)
    #expect(found["klbl"] as? Data == Data())
    #expect(found["bsiz"] as? Int == 0)
    #expect(found["priv"] == nil)
    #expect(keychain.add(item).status == duplicate)
    #expect(keychain.find(.key("t") + [kSecReturnRef: true]).result as? SecKey == key.publicKey)
    #expect(keychain.find(.key() + [kSecReturnData: true]).data == bytes)
  }

  @Test("A private key can be added by its bytes, with class and type in several forms") func privateData() throws {
    let bytes = try #require(key.bytes)
    let spellings: [(Any, Any)] = [
      (kSecAttrKeyClassPrivate, kSecAttrKeyTypeEC), (1, 73), ("1", 73), (true, "73"),
    ]
    for (keyClass, type) in spellings {
      let item: Query =
        .key("t") + [
          kSecAttrKeyClass: keyClass, kSecAttrKeyType: type, kSecValueData: bytes,
        ]
      #expect(keychain.add(item).status == ok)
      let found = keychain.find(item + [kSecReturnRef: true]).result as? SecKey
      #expect(found == key)
      #expect(keychain.delete(item) == ok)
    }
  }

  @Test("An RSA key can be added by reference and by its bytes") func rsa() throws {
    let key = try SecKey.made(kSecAttrKeyTypeRSA, bits: 1024)
    #expect(keychain.add(.of(key) + [kSecAttrApplicationTag: "rsa"]).status == ok)
    let found = keychain.find(.key("rsa") + [kSecReturnRef: true]).result as? SecKey
    #expect(found == key)
    #expect(keychain.attributes(.key())["type"] as? Int == 42)
    #expect(keychain.attributes(.key())["bsiz"] as? Int == 1024)
    let publicKey = try #require(key.publicKey)
    let item: Query =
      .key("pub") + [
        kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPublic,
        kSecValueData: try #require(publicKey.bytes),
      ]
    #expect(keychain.add(item + [kSecReturnRef: true]).result as? SecKey == publicKey)
  }

  @Test("A symmetric key can be added by its bytes, with any type") func symmetric() throws {
    let item: Query =
      .key("aes") + [
        kSecAttrKeyClass: kSecAttrKeyClassSymmetric, kSecAttrKeyType: "2147483649",
        kSecAttrKeySizeInBits: 128, kSecValueData: Data(0..<16),
      ]
    #expect(keychain.add(item).status == ok)
    #expect(keychain.add(item).status == duplicate)
    let found = try #require(
      keychain.find(.key("aes") + [kSecReturnRef: true]).result as? SecKey)
    #expect(found.bytes == Data(0..<16))
    #expect(keychain.find(.key() + [kSecAttrKeyType: 2_147_483_649]).status == ok)
    #expect(keychain.find(.key() + [kSecAttrKeyClass: 2]).status == ok)
  }

  @Test("The item of a key can be without data, and without any attribute but the class") func noData() throws {
    #expect(keychain.add(.key()).status == ok)
    #expect(keychain.add(.key("t") + [kSecAttrApplicationLabel: Data([1])]).status == ok)
    #expect(keychain.find(.key("t") + [kSecReturnData: true]).result == nil)
    #expect(keychain.find(.key("t")).status == ok)
    #expect(keychain.add(.key("e").secret("")).status == ok)
    #expect(keychain.find(.key("e") + [kSecReturnData: true]).data == Data())
  }

  @Test("An add of a list stores every key with the attributes of the dictionary (D7)")
  func list() throws {
    let keys = try [key, SecKey.made(), SecKey.made()]
    let answer = keychain.add([
      kSecUseItemList: keys, kSecAttrLabel: "l", kSecReturnPersistentRef: true,
    ])
    #expect(answer.status == ok)
    #expect(answer.array.count == 3)
    let found = keychain.all(.key())
    #expect(
      found.map { $0[kSecAttrApplicationLabel] as? Data } == keys.map(\.applicationLabel))
    #expect(found.map { $0[kSecAttrLabel] as? String } == ["l", "l", "l"])
    for (reference, key) in zip(answer.array, keys) {
      let item: Query = [kSecValuePersistentRef: reference, kSecReturnRef: true]
      #expect(keychain.find(item).result as? SecKey == key)
    }
  }

  @Test("An add of a list stores all keys or none") func listWithADuplicate() throws {
    #expect(keychain.add(.of(key)).status == ok)
    let other = try SecKey.made()
    #expect(keychain.add([kSecUseItemList: [other, key]]).status == duplicate)
    #expect(keychain.add([kSecUseItemList: [other, other]]).status == duplicate)
    #expect(keychain.count(.key()) == 1)
    #expect(
      keychain.add([kSecUseItemList: [other], kSecReturnRef: true]).array as? [SecKey] == [other])
    #expect(keychain.add([kSecUseItemList: [try SecKey.made()]]).result == nil)
  }

  @Test("An add with an invalid list gives -50, and stores nothing") func malformedLists() throws {
    #expect(keychain.add(.of(key)).status == ok)
    let reference = keychain.reference(.key())
    let lists: [Any] = [[], [reference], [key, reference], [key, "x"], key, "x", [NSNull()]]
    for list in lists {
      #expect(keychain.add([kSecUseItemList: list]).status == param, "\(list)")
      #expect(keychain.add(.key() + [kSecUseItemList: list]).status == param, "\(list)")
    }
    let other = try SecKey.made()
    let beside: [Query] = [.of(other), [kSecValueData: Data([1])]]
    for query in beside {
      #expect(keychain.add([kSecUseItemList: [other]] + query).status == param)
    }
    #expect(keychain.add(.generic() + [kSecUseItemList: [other]]).status == noAttribute)
    #expect(keychain.count(.key()) == 1)
  }

  @Test("SecKeyCreateRandomKey stores each key of a pair with the attributes for this key")
  func generated() throws {
    let control = try #require(
      SecAccessControlCreateWithFlags(
        nil, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, .privateKeyUsage, nil))
    let parameters: Query = [
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
      kSecAttrLabel: "both",
      kSecPrivateKeyAttrs: [
        kSecAttrIsPermanent: true, kSecAttrApplicationTag: Data("tag".utf8),
        kSecAttrAccessControl: control, kSecAttrAccessGroup: "login",
      ] as Query,
      kSecPublicKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrLabel: "public"] as Query,
    ]
    let key = try keychain.perform {
      try #require(SecKeyCreateRandomKey(parameters as NSDictionary, nil))
    }
    let found = keychain.all(.key())
    #expect(found.map { $0[kSecAttrKeyClass] as? Int } == [0, 1])
    #expect(found.map { $0[kSecAttrLabel] as? String } == ["public", "both"])
    #expect(found.map { $0[kSecAttrAccessGroup] as? String } == ["app", "login"])
    #expect(found.map { $0[kSecAttrAccessible] as? String } == ["ak", "cku"])
    #expect((found[1][kSecAttrAccessControl] as? SecAccessControl) == control)
    let stored = keychain.find(.key(Data("tag".utf8)) + [kSecReturnRef: true]).result as? SecKey
    #expect(stored == key)
    #expect(stored?.isPrivatePart(of: try #require(key.publicKey)) == true)
    #expect(keychain.delete(.of(key)) == ok)
    #expect(keychain.delete(.of(try #require(key.publicKey))) == ok)
    #expect(keychain.count(.key()) == 0)
  }
}
