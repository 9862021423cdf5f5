import Foundation
import Security
import Testing

/// Tests surprising results and limits with passwords (specification: secitem 13, S31 to S47).
@Suite("Surprises: results") struct ResultSurpriseTests {
  private func keychain() throws -> TestKeychain {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s", "a").secret("x")).status == ok)
    return keychain
  }

  @Test("A search with limit 2 and one match returns an array") func s31_limitTwo() throws {
    let keychain = try keychain()
    let found = keychain.find(.generic() + [kSecMatchLimit: 2, kSecReturnData: true])
    #expect(found.result as? [Data] == [Data("x".utf8)])
  }

  @Test("A limit of 0 finds nothing, and a negative limit gives -50 (D27)") func s32_limitZero() throws {
    let keychain = try keychain()
    #expect(keychain.find(.generic() + [kSecMatchLimit: 0]).status == notFound)
    #expect(keychain.find(.generic() + [kSecMatchLimit: -1]).status == param)
  }

  @Test("The attributes contain the class only if a reference is requested") func s33_class() throws {
    let keychain = try keychain()
    #expect(keychain.attributes(.generic())[kSecClass] == nil)
    let found = keychain.find(.generic() + [kSecReturnAttributes: true, kSecReturnRef: true])
    #expect(found[kSecClass] as? String == "genp")
  }

  @Test("A result with a reference and another value has all attributes") func s34_reference() throws {
    let keychain = try keychain()
    let found = keychain.find(.generic() + [kSecReturnRef: true, kSecReturnPersistentRef: true])
    #expect(found[kSecAttrAccount] as? String == "a")
    #expect(found[kSecValueRef] is SecKeychainItem)
    #expect(found[kSecValueData] == nil)
  }

  @Test("A result of data and persistent reference has exactly these values, unlike on iOS (D14)")
  func s34a_dataAndPersistentReference() throws {
    let keychain = try TestKeychain()
    let asked: Query = [kSecReturnData: true, kSecReturnPersistentRef: true]
    #expect(keychain.add(.generic("s").secret("x") + asked).keys == ["v_Data", "v_PersistentRef"])
    #expect(keychain.find(.generic("s") + asked).keys == ["v_Data", "v_PersistentRef"])
  }

  @Test(
    "A reference to a password is a SecKeychainItem, and a result has no unrequested data (D13)")
  func s35_passwordReference() throws {
    let keychain = try keychain()
    #expect(keychain.find(.generic() + [kSecReturnRef: true]).result is SecKeychainItem)
    let found = keychain.find(.generic() + [kSecReturnRef: true, kSecReturnAttributes: true])
    #expect(found[kSecValueData] == nil)
  }

  @Test("A search for missing data returns success and NULL, and an array has no entry for the item")
  func s36_noData() throws {
    let keychain = try keychain()
    #expect(keychain.add(.generic("s", "b")).status == ok)
    let one = keychain.find(.generic("s", "b") + [kSecReturnData: true])
    #expect(one.status == ok && one.result == nil)
    #expect(keychain.find(Query.generic("s").all + [kSecReturnData: true]).array.count == 1)
  }

  @Test("An add of an item without data returns empty data") func s37_addWithoutData() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s") + [kSecReturnData: true]).data == Data())
  }

  @Test("Booleans and key classes are returned as numbers, and a protocol as a string") func s38_types()
    throws
  {
    let keychain = try TestKeychain()
    #expect(
      keychain.add(.internet("h") + [kSecAttrIsInvisible: true, kSecAttrProtocol: "htps"]).status
        == ok)
    let found = keychain.attributes(.internet())
    #expect(CFGetTypeID(found[kSecAttrIsInvisible] as AnyObject) == CFNumberGetTypeID())
    #expect(found[kSecAttrIsInvisible] as? Int == 1)
    #expect(found[kSecAttrProtocol] as? String == "htps")

    #expect(keychain.add(.key() + [kSecAttrKeyClass: kSecAttrKeyClassPrivate]).status == ok)
    #expect(keychain.attributes(.key())[kSecAttrKeyClass] as? Int == 1)
  }

  @Test("A search returns musr, tomb, sha1 and accc, and an add only sha1 and a given accc")
  func s39_privateAttributes() throws {
    let keychain = try TestKeychain()
    let added = keychain.add(.generic("s") + [kSecReturnAttributes: true]).keys
    #expect(added.isDisjoint(with: ["musr", "tomb", "accc"]))
    #expect(added.contains("sha1"))
    let found = keychain.find(.generic("s") + [kSecReturnAttributes: true]).keys
    #expect(found.isSuperset(of: ["musr", "tomb", "sha1", "accc"]))
  }

  @Test("The attributes of a plain item are a valid query, and with an access control they are not")
  func s40_attributesAsQuery() throws {
    let keychain = try keychain()
    let control = try #require(
      SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [], nil))
    #expect(keychain.add(.generic("t") + [kSecAttrAccessControl: control]).status == ok)
    for (service, status) in [("s", ok), ("t", param)] {
      let query = try #require(
        keychain.attributes(.generic(service)).mutableCopy() as? NSMutableDictionary)
      query[kSecClass] = kSecClassGenericPassword
      #expect(keychain.find(query).status == status, "\(service)")
    }
  }

  @Test("Results are in the order of creation, which iOS does not guarantee (D23)")
  func s41_order() throws {
    let keychain = try TestKeychain()
    let accounts = (0..<30).map { "\(($0 * 17) % 30)" }
    for account in accounts { #expect(keychain.add(.generic("s", account)).status == ok) }
    #expect(keychain.all(kSecAttrAccount, .generic()) == accounts)
    #expect(keychain.all(kSecAttrAccount, .generic("s")) == accounts)
  }

  @Test("A search without return keys gives an empty array for All, and NULL for One (D30)") func s42_nothing() throws {
    let keychain = try keychain()
    #expect(keychain.find(Query.generic().all).result as? NSArray == NSArray())
    #expect(keychain.find(.generic()).result == nil)
  }

  @Test("An add without return keys returns nothing") func s43_add() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).result == nil)
  }

  @Test("The limit applies after the filter by host, unlike on iOS (D11)") func s44_filterAndLimit() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.internet("other.org")).status == ok)
    #expect(keychain.add(.internet("www.example.com")).status == ok)
    let host: Query = [kSecMatchHostOrSubdomainOfHost: "example.com"]
    #expect(keychain.find(.internet() + host).status == ok)
  }
}
