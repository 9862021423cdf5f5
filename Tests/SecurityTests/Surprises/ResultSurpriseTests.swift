import Foundation
import Security
import Testing

/// Surprising results and limits with passwords (specification: secitem 13, S31 to S47).
@Suite("Surprises: results") struct ResultSurpriseTests {
  private func keychain() throws -> TestKeychain {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s", "a").secret("x")).status == ok)
    return keychain
  }

  @Test("Limit 2 with one match gives an array") func s31_limitTwo() throws {
    let keychain = try keychain()
    let found = keychain.find(.generic() + [kSecMatchLimit: 2, kSecReturnData: true])
    #expect(found.result as? [Data] == [Data("x".utf8)])
  }

  @Test("Limit 0 finds nothing; a negative one is -50 (D27)") func s32_limitZero() throws {
    let keychain = try keychain()
    #expect(keychain.find(.generic() + [kSecMatchLimit: 0]).status == notFound)
    #expect(keychain.find(.generic() + [kSecMatchLimit: -1]).status == param)
  }

  @Test("The class is in attributes only when a reference was asked for") func s33_class() throws {
    let keychain = try keychain()
    #expect(keychain.attributes(.generic())[kSecClass] == nil)
    let found = keychain.find(.generic() + [kSecReturnAttributes: true, kSecReturnRef: true])
    #expect(found[kSecClass] as? String == "genp")
  }

  @Test("A reference and anything else brings all attributes") func s34_reference() throws {
    let keychain = try keychain()
    let found = keychain.find(.generic() + [kSecReturnRef: true, kSecReturnPersistentRef: true])
    #expect(found[kSecAttrAccount] as? String == "a")
    #expect(found[kSecValueRef] is SecKeychainItem)
    #expect(found[kSecValueData] == nil)
  }

  @Test("Data and persistent reference: exactly the two, in add and in search (D14, not as DP)")
  func s34a_dataAndPersistentReference() throws {
    let keychain = try TestKeychain()
    let asked: Query = [kSecReturnData: true, kSecReturnPersistentRef: true]
    #expect(keychain.add(.generic("s").secret("x") + asked).keys == ["v_Data", "v_PersistentRef"])
    #expect(keychain.find(.generic("s") + asked).keys == ["v_Data", "v_PersistentRef"])
  }

  @Test(
    "A reference to a password is a SecKeychainItem, and no data comes uninvited (D13, not as DP)")
  func s35_passwordReference() throws {
    let keychain = try keychain()
    #expect(keychain.find(.generic() + [kSecReturnRef: true]).result is SecKeychainItem)
    let found = keychain.find(.generic() + [kSecReturnRef: true, kSecReturnAttributes: true])
    #expect(found[kSecValueData] == nil)
  }

  @Test("Data of an item without: status 0 and NULL; in an array the element is missing")
  func s36_noData() throws {
    let keychain = try keychain()
    #expect(keychain.add(.generic("s", "b")).status == ok)
    let one = keychain.find(.generic("s", "b") + [kSecReturnData: true])
    #expect(one.status == ok && one.result == nil)
    #expect(keychain.find(Query.generic("s").all + [kSecReturnData: true]).array.count == 1)
  }

  @Test("Data of an add without: empty data") func s37_addWithoutData() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s") + [kSecReturnData: true]).data == Data())
  }

  @Test("Booleans and key classes come back as numbers, a protocol as a string") func s38_types()
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

  @Test("A search has musr, tomb, sha1 and accc; an add neither musr nor tomb, accc if given")
  func s39_privateAttributes() throws {
    let keychain = try TestKeychain()
    let added = keychain.add(.generic("s") + [kSecReturnAttributes: true]).keys
    #expect(added.isDisjoint(with: ["musr", "tomb", "accc"]))
    #expect(added.contains("sha1"))
    let found = keychain.find(.generic("s") + [kSecReturnAttributes: true]).keys
    #expect(found.isSuperset(of: ["musr", "tomb", "sha1", "accc"]))
  }

  @Test("Attributes of a plain item are a query; those of one with an access control are not")
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

  @Test("Results are in the order of creation (D23, a promise that DP does not make)")
  func s41_order() throws {
    let keychain = try TestKeychain()
    let accounts = (0..<30).map { "\(($0 * 17) % 30)" }
    for account in accounts { #expect(keychain.add(.generic("s", account)).status == ok) }
    #expect(keychain.all(kSecAttrAccount, .generic()) == accounts)
    #expect(keychain.all(kSecAttrAccount, .generic("s")) == accounts)
  }

  @Test("Nothing asked for: an empty array for all, NULL for one (D30)") func s42_nothing() throws {
    let keychain = try keychain()
    #expect(keychain.find(Query.generic().all).result as? NSArray == NSArray())
    #expect(keychain.find(.generic()).result == nil)
  }

  @Test("An add without return keys returns nothing") func s43_add() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).result == nil)
  }

  @Test("The host filter comes before the limit (D11, not as DP)") func s44_filterAndLimit() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.internet("other.org")).status == ok)
    #expect(keychain.add(.internet("www.example.com")).status == ok)
    let host: Query = [kSecMatchHostOrSubdomainOfHost: "example.com"]
    #expect(keychain.find(.internet() + host).status == ok)
  }
}
