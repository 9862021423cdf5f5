import Foundation
import Security
import Testing

/// Tests surprising rules that decide whether two passwords or keys are the same item (specification: secitem 13, S19
/// to S30).
@Suite("Surprises: identity of items") struct IdentitySurpriseTests {
  @Test("The uniqueness key excludes accessibility, label, generic and description") func s19_uniqueness()
    throws
  {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s", "a")).status == ok)
    let others: Query = [
      kSecAttrAccessible: "dk", kSecAttrLabel: "l", kSecAttrGeneric: "g", kSecAttrDescription: "d",
    ]
    #expect(keychain.add(.generic("s", "a") + others).status == duplicate)
  }

  @Test("A missing account equals an empty account, and a missing label has no value") func s20_omitted() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.add(.generic("s", "")).status == duplicate)
    #expect(keychain.find(.generic(nil, "")).status == ok)
    #expect(keychain.find(.generic("s") + [kSecAttrLabel: ""]).status == notFound)
  }

  @Test("A string and data with equal bytes are one account, and a search returns the stored type")
  func s21_types() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s", Data("a".utf8))).status == ok)
    #expect(keychain.add(.generic("s", "a")).status == duplicate)
    #expect(keychain.attributes(.generic("s", "a"))[kSecAttrAccount] as? Data == Data("a".utf8))
  }

  @Test("One key with two tags is two items, and a missing size differs from a given size")
  func s22_keyUniqueness() throws {
    let keychain = try TestKeychain()
    let key = try SecKey.made()
    #expect(keychain.add(.of(key)).status == ok)
    #expect(keychain.add(.of(key)).status == duplicate)
    #expect(keychain.add(.of(key) + [kSecAttrApplicationTag: "t"]).status == ok)
    #expect(keychain.add(.of(key) + [kSecAttrLabel: "l"]).status == duplicate)
    #expect(keychain.count(.key()) == 2)
    let data: Query = .key("d") + [kSecAttrKeyType: kSecAttrKeyTypeEC]
    #expect(keychain.add(data).status == ok)
    #expect(keychain.add(data + [kSecAttrKeySizeInBits: 256]).status == ok)
    #expect(keychain.add(data + [kSecAttrKeySizeInBits: 0]).status == duplicate)
  }

  @Test("An add by reference stores a public key as private")
  func s78_publicKeysArePrivate() throws {
    let keychain = try TestKeychain()
    let key = try SecKey.made()
    let publicKey = try #require(SecKeyCopyPublicKey(key))
    #expect(keychain.add(.of(key)).status == ok)
    // The public key is not a duplicate of the private key, because the key classes differ.
    #expect(keychain.add(.of(publicKey)).status == ok)
    let found = keychain.all(.key())
    #expect(found.map { $0[kSecAttrKeyClass] as? Int } == [1, 0])
    #expect(found.map { $0[kSecAttrIsPrivate] as? Int } == [1, 1])
    #expect(
      found[0][kSecAttrApplicationLabel] as? Data == found[1][kSecAttrApplicationLabel] as? Data)
  }

  @Test("A local and a synchronizable item coexist, and a query finds only the local item by default")
  func s24_synchronizable() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.add(Query.generic("s").synchronizable).status == ok)
    #expect(keychain.count(.generic("s")) == 1)
    #expect(keychain.delete(.generic("s")) == ok)
    #expect(keychain.update(.generic("s"), [:]) == notFound)
    #expect(keychain.count(Query.generic("s").any) == 1)
  }

  @Test("A persistent reference also finds a synchronizable item") func s25_reference()
    throws
  {
    let keychain = try TestKeychain()
    let item = Query.generic("s").synchronizable
    #expect(keychain.add(item).status == ok)
    #expect(keychain.find([kSecValuePersistentRef: keychain.reference(item)]).status == ok)
  }

  @Test("An add that replaces a tombstone makes the old reference valid again") func s26_tombstone() throws {
    let keychain = try TestKeychain()
    let item = Query.generic("s").synchronizable
    #expect(keychain.add(item).status == ok)
    let reference = keychain.reference(item)
    #expect(keychain.delete(item) == ok)
    #expect(keychain.find([kSecValuePersistentRef: reference]).status == notFound)
    #expect(keychain.add(item).status == ok)
    #expect(keychain.find([kSecValuePersistentRef: reference]).status == ok)
  }

  @Test("A persistent reference with any attribute gives -50 in a search, and works in update and delete")
  func s27_referenceAndAttributes() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    let named: Query = [kSecValuePersistentRef: keychain.reference(.generic("s"))]
    for attribute in [[kSecAttrAccessGroup: "app"], [kSecAttrSynchronizable: false]] as [Query] {
      #expect(keychain.find(named + attribute).status == param)
      #expect(keychain.update(named + attribute, [:]) == ok)
    }
    #expect(keychain.delete(named + [kSecAttrService: "s"]) == ok)
  }

  @Test("An add rejects the old form of a persistent reference, and ignores the new form") func s28_referenceInAdd()
    throws
  {
    let keychain = try TestKeychain()
    let old = Data("genp".utf8) + Data(count: 8)
    let new = Data("genp".utf8) + Data(count: 16)
    #expect(keychain.add([kSecValuePersistentRef: old]).status == param)
    #expect(keychain.add([kSecValuePersistentRef: new]).status == ok)
    #expect(keychain.find([kSecValuePersistentRef: new]).status == notFound)
  }

  @Test("A persistent reference stays valid after changes of the uniqueness key") func s30_survival() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s", "a")).status == ok)
    let named: Query = [kSecValuePersistentRef: keychain.reference(.generic("s"))]
    #expect(
      keychain.update(
        named,
        [
          kSecAttrService: "t", kSecAttrAccount: "b", kSecAttrAccessGroup: "login",
          kSecAttrSynchronizable: true, kSecAttrSyncViewHint: "v",
        ]) == ok)
    #expect(keychain.attributes(named)[kSecAttrService] as? String == "t")
  }
}
