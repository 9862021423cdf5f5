import Foundation
import Security
import Testing

/// Tests surprising behaviour of the parsing of dictionaries (specification: secitem 13, S1 to S18).
@Suite("Surprises: parsing") struct ParsingSurpriseTests {
  @Test("An add ignores match keys and stores the item, unlike on iOS (D1)")
  func s01_matchKeysInAdd() throws {
    let keychain = try TestKeychain()
    for limit in [kSecMatchLimitOne, kSecMatchLimitAll, 5] as [Any] {
      let added = keychain.add(
        .generic("s", "\(limit)").secret("x") + [kSecMatchLimit: limit, kSecReturnData: true])
      #expect(added.status == ok)
      #expect(added.data == Data("x".utf8))
    }
    #expect(keychain.count(.generic()) == 3)
  }

  @Test("A delete accepts a limit, unlike on iOS, and gives -50 if more items match (D2, D3)")
  func s02_limitInDelete() throws {
    let keychain = try TestKeychain()
    for account in ["a", "b"] { #expect(keychain.add(.generic("s", account)).status == ok) }
    #expect(keychain.delete(.generic("s") + [kSecMatchLimit: kSecMatchLimitOne]) == param)
    #expect(keychain.delete(.generic("s") + [kSecMatchLimit: 1]) == param)
    #expect(keychain.count(.generic("s")) == 2)
    #expect(keychain.delete(.generic("s", "a") + [kSecMatchLimit: kSecMatchLimitOne]) == ok)
    #expect(keychain.delete(Query.generic("s").all) == ok)
  }

  @Test("An update accepts a limit, unlike on iOS, and gives -50 if more items match (D2, D3)")
  func s03_limitInUpdate() throws {
    let keychain = try TestKeychain()
    for account in ["a", "b"] { #expect(keychain.add(.generic("s", account)).status == ok) }
    let comment: Query = [kSecAttrComment: "c"]
    #expect(keychain.update(.generic("s") + [kSecMatchLimit: kSecMatchLimitOne], comment) == param)
    #expect(keychain.update(.generic("s") + [kSecMatchLimit: 1], comment) == param)
    #expect(keychain.all(kSecAttrComment, .generic("s")) == ["?", "?"])
    #expect(keychain.update(.generic("s", "b") + [kSecMatchLimit: 1], comment) == ok)
    #expect(keychain.update(.generic("s") + [kSecMatchLimit: 2], comment) == ok)
    #expect(keychain.update(Query.generic("s").all, [:]) == ok)
    #expect(keychain.all(kSecAttrComment, .generic("s")) == ["c", "c"])
  }

  @Test("An unknown key of four characters gives -25303, m_ and f_ keys are ignored, and others give -50")
  func s04_unknownKeys() throws {
    let keychain = try TestKeychain()
    #expect(keychain.find(.generic() + ["abcd": 1]).status == noAttribute)
    #expect(keychain.find(.generic() + ["abcde": 1]).status == param)
    #expect(keychain.find(.generic() + ["m_unknown": 1]).status == notFound)
    #expect(keychain.find(.generic() + ["f_unknown": 1]).status == notFound)
    #expect(keychain.find(.generic() + ["mabc": 1]).status == noAttribute)
  }

  @Test("A key that is not an attribute gives -25303 in new values, except for the same class (D17)")
  func s05_newValues() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    for key in ["r_Data", "m_Limit", "u_OpPrompt", "v_PersistentRef", "whatever", "x", "f_any"] {
      #expect(keychain.update(.generic("s"), [key: true]) == noAttribute, "\(key)")
    }
    #expect(keychain.update(.generic("s"), [kSecClass: kSecClassInternetPassword]) == noAttribute)
    #expect(keychain.update(.generic("s"), [kSecClass: kSecClassGenericPassword]) == ok)
  }

  @Test("Return keys accept a Boolean and, unlike on iOS, the numbers 0 and 1 (D15)")
  func s06_returnKeys() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s").secret("x")).status == ok)
    #expect(keychain.find(.generic("s") + [kSecReturnData: 1]).data == Data("x".utf8))
    #expect(keychain.find(.generic("s") + [kSecReturnData: 0]).result == nil)
    for value in [2, -1, "1", "true", NSNull(), Data()] as [Any] {
      #expect(keychain.find(.generic("s") + [kSecReturnData: value]).status == param)
    }
  }

  @Test("A null value does not remove an attribute") func s07_null() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s") + [kSecAttrLabel: "l"]).status == ok)
    #expect(keychain.update(.generic("s"), [kSecAttrLabel: NSNull()]) == param)
    #expect(keychain.attributes(.generic("s"))[kSecAttrLabel] as? String == "l")
  }

  @Test("A string becomes a number only if the number has the same spelling") func s08_numericStrings() throws {
    let keychain = try TestKeychain()
    for (port, expected) in [
      ("80", 80 as NSObject), ("", "" as NSString), ("http", "http" as NSString),
    ] {
      #expect(keychain.add(.internet("h", port) + [kSecAttrPort: port]).status == ok)
      let found = keychain.attributes(.internet("h", port))[kSecAttrPort] as? NSObject
      #expect(found == expected)
    }
    #expect(keychain.find(.internet("h") + [kSecAttrPort: 80]).status == ok)
  }

  @Test("A fractional number gives -26275, and an object that cannot be sent to a server gives -50")
  func s09_whatCrosses() throws {
    let keychain = try TestKeychain()
    #expect(keychain.find(.generic() + [kSecAttrType: 0.5]).status == decode)
    #expect(keychain.find(.generic() + [kSecAttrLabel: NSObject()]).status == param)
    #expect(keychain.find(.generic() + ["f_any": NSObject()]).status == param)
  }

  @Test("A persistent reference as an attribute gives -50, and is ignored in new values (D19)")
  func s10_referenceAttribute() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    let entry: Query = [kSecAttrPersistentReference: Data(count: 16)]
    #expect(keychain.add(.generic("t") + entry).status == param)
    #expect(keychain.find(.generic("s") + entry).status == param)
    #expect(keychain.delete(.generic("s") + entry) == param)
    #expect(keychain.update(.generic("s"), entry) == ok)
  }

  @Test(
    "A search applies item lists (D6), ignores subjects for passwords and rejects empty search lists (D9)")
  func s11_ignoredMatchKeys() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s", "a")).status == ok)
    #expect(keychain.add(.generic("s", "b")).status == ok)
    let second = keychain.reference(.generic("s", "b"))
    #expect(
      keychain.all(kSecAttrAccount, .generic() + [kSecMatchItemList: [second]]) == ["b"])
    #expect(keychain.find(.generic() + [kSecMatchSubjectContains: "x"]).status == ok)
    #expect(keychain.find(.generic() + [kSecMatchCaseInsensitive: true]).status == ok)
    #expect(keychain.find(.generic() + [kSecMatchSearchList: [] as [Any]]).status == param)
  }

  @Test("A list of issuers without any data is ignored") func s12_issuers() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    for value in ["x", 5, [] as [Any], ["x", 5] as [Any]] as [Any] {
      #expect(keychain.find(.generic() + [kSecMatchIssuers: value]).status == ok)
    }
  }

  @Test("For passwords, a search gives -4 for issuers, and ignores other filters for certificates")
  func s13_certificateFilters() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.find(.generic() + [kSecMatchIssuers: [Data([1])]]).status == unimplemented)
    for filter in [
      [kSecMatchValidOnDate: Date()], [kSecMatchTrustedOnly: true],
      [kSecMatchEmailAddressIfPresent: "a@b"],
    ] as [Query] {
      #expect(keychain.find(.generic() + filter).status == ok)
    }
  }

  @Test("Data in a query never filters, so a delete also deletes items with other data")
  func s14_data() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s").secret("one")).status == ok)
    #expect(keychain.find(.generic("s").secret("two")).status == ok)
    #expect(keychain.delete(.generic("s").secret("two")) == ok)
  }

  @Test("An accessibility filters, an access control does not, and both together give -50")
  func s15_accessControl() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    let control = try #require(
      SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAlways, [], nil))
    let entry: Query = [kSecAttrAccessControl: control]
    #expect(keychain.find(.generic("s") + entry).status == ok)
    #expect(keychain.find(.generic("s") + [kSecAttrAccessible: "dk"]).status == notFound)
    #expect(keychain.find(.generic("s") + entry + [kSecAttrAccessible: "dk"]).status == param)
  }

  @Test("A dictionary with about ninety further keys gives -50") func s16_manyKeys() throws {
    let keychain = try TestKeychain()
    func query(_ count: Int) -> Query {
      .generic() + Query(uniqueKeysWithValues: (0..<count).map { ("m_key\($0)", 1) })
    }
    #expect(keychain.find(query(89)).status == notFound)
    #expect(keychain.find(query(90)).status == param)
  }

  @Test("A value of a wrong type for kSecUseAuthenticationUI is ignored") func s17_authenticationUI()
    throws
  {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s") + [kSecUseAuthenticationUI: 5]).status == ok)
    #expect(keychain.find(.generic("s") + [kSecUseAuthenticationUI: NSNull()]).status == ok)
  }

  @Test(
    "Unlike on iOS, kSecUseItemList restricts a search, an update and a delete (D7, D8, D41)"
  )
  func s18_useItemList() throws {
    let keychain = try TestKeychain()
    for account in ["a", "b"] { #expect(keychain.add(.generic("s", account)).status == ok) }
    let list: Query = [kSecUseItemList: [keychain.reference(.generic("s", "b"))]]
    #expect(keychain.all(kSecAttrAccount, .generic() + list) == ["b"])
    #expect(keychain.update(.generic() + list, [kSecAttrComment: "c"]) == ok)
    #expect(keychain.all(kSecAttrComment, .generic()) == ["?", "c"])
    #expect(keychain.add(.generic("t") + list).status == param)
    #expect(keychain.delete(.generic() + list) == ok)
    #expect(keychain.all(kSecAttrAccount, .generic()) == ["a"])
  }
}
