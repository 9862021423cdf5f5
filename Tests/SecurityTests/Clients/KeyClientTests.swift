import Foundation
import Security
import Testing

/// Repeats the keychain calls of libraries for RSA and elliptic-curve keys, and of Apple's examples.
@Suite("Wrappers of keys") struct KeyClientTests {
  private let keychain: TestKeychain

  init() throws { keychain = try TestKeychain() }

  @Test(
    "A client adds a public RSA key by its bytes under a tag, replaces the bytes, and uses the key"
  )
  func publicKeyUnderATag() throws {
    let first = try #require(SecKey.made(kSecAttrKeyTypeRSA, bits: 1024).publicKey)
    let second = try #require(SecKey.made(kSecAttrKeyTypeRSA, bits: 1024).publicKey)
    let tag = Data("com.example.public".utf8)
    let item: Query = .key(tag) + [kSecAttrKeyType: kSecAttrKeyTypeRSA]
    let added = keychain.add(
      item + [kSecValueData: try #require(first.bytes), kSecReturnPersistentRef: true])
    #expect(added.status == ok)
    #expect(added.data != nil)
    // Another key with the same tag is a duplicate. The client then updates the bytes of the item.
    let other: Query = [kSecValueData: try #require(second.bytes)]
    #expect(keychain.add(item + other).status == duplicate)
    #expect(keychain.update(item, other) == ok)
    let query: Query = item + [kSecAttrKeyClass: kSecAttrKeyClassPublic, kSecReturnRef: true]
    let found = try #require(keychain.find(query).result as? SecKey)
    #expect(found == second)
    #expect(SecKeyGetBlockSize(found) == SecKeyGetBlockSize(second))
    #expect(SecKeyIsAlgorithmSupported(found, .encrypt, .rsaEncryptionOAEPSHA256))
    let byReference = keychain.find([
      kSecValuePersistentRef: try #require(added.data), kSecReturnRef: true,
    ])
    #expect(byReference.result as? SecKey == second)
    #expect(keychain.delete(item) == ok)
    #expect(keychain.delete(item) == notFound)
  }

  @Test("Both keys of a permanent pair are found and deleted by their tags")
  func pair() throws {
    func half(_ tag: String) -> Query {
      [kSecAttrIsPermanent: true, kSecAttrApplicationTag: Data(tag.utf8)]
    }
    let parameters: Query = [
      kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024,
      kSecPrivateKeyAttrs: half("private"), kSecPublicKeyAttrs: half("public"),
    ]
    var publicKey: SecKey?
    var privateKey: SecKey?
    let status = keychain.perform {
      SecKeyGeneratePair(parameters as NSDictionary, &publicKey, &privateKey)
    }
    #expect(status == ok)
    for (tag, key) in [("private", privateKey), ("public", publicKey)] {
      let query: Query = .key(Data(tag.utf8)) + [kSecAttrKeyType: kSecAttrKeyTypeRSA]
      #expect(keychain.find(query + [kSecReturnRef: true]).result as? SecKey == key)
      #expect(keychain.find(query + [kSecReturnData: true]).data == key?.bytes)
      #expect(keychain.delete(query) == ok)
    }
  }

  @Test("If one key of a pair cannot be stored, neither key is stored") func pairWithADuplicate() throws {
    #expect(keychain.add(.key("taken")).status == ok)
    let generated: (Bool) -> SecKey? = { isPermanent in
      let parameters: Query = [
        kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 256,
        kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrLabel: "new"] as Query,
        kSecPublicKeyAttrs: [
          kSecAttrIsPermanent: isPermanent, kSecAttrAccessGroup: "not mine",
        ] as Query,
      ]
      var error: Unmanaged<CFError>?
      let key = keychain.perform { SecKeyCreateRandomKey(parameters as NSDictionary, &error) }
      if let error = error?.takeRetainedValue() {
        #expect(CFErrorGetCode(error) == Int(errSecMissingEntitlement))
        #expect(CFErrorCopyDescription(error).contains("cannot be added"))
      }
      return key
    }
    #expect(generated(true) == nil)
    #expect(keychain.find(.key() + [kSecAttrLabel: "new"]).status == notFound)
    #expect(generated(false) != nil)
    #expect(keychain.find(.key() + [kSecAttrLabel: "new"]).status == ok)
  }

  /// Repeats the calls in Apple's article about CryptoKit keys.
  @Test("An add can replace the application label of a key by a string") func labelledKey() throws {
    let key = try SecKey.made(bits: 384)
    let label = "com.example.signing"
    let item: Query = [
      kSecClass: kSecClassKey, kSecAttrApplicationLabel: label,
      kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked, kSecUseDataProtectionKeychain: true,
      kSecValueRef: key,
    ]
    #expect(keychain.add(item).status == ok)
    #expect(keychain.add(item).status == duplicate)
    let query: Query = [
      kSecClass: kSecClassKey, kSecAttrApplicationLabel: label,
      kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecUseDataProtectionKeychain: true,
      kSecReturnRef: true,
    ]
    let found = try #require(keychain.find(query).result as? SecKey)
    #expect(found == key)
    #expect(found.bytes == key.bytes)
    let gone = query.filter { $0.key != AnyHashable(kSecReturnRef) }
    #expect(keychain.delete(gone) == ok)
    #expect(keychain.find(query).status == notFound)
  }

  @Test("A search returns key class and type as numbers, and the key as strings") func types() throws {
    let key = try SecKey.made()
    #expect(keychain.add(.of(key)).status == ok)
    let found = keychain.attributes(.key()) as? [String: Any] ?? [:]
    let own = SecKeyCopyAttributes(key) as? [String: Any] ?? [:]
    for name in [kSecAttrKeyClass, kSecAttrKeyType] {
      let text = try #require(own[name as String] as? String)
      #expect(found[name as String] as? Int == Int(text))
    }
    #expect(found[kSecAttrKeySizeInBits as String] as? Int == 256)
    #expect(own[kSecAttrKeySizeInBits as String] as? Int == 256)
  }
}
