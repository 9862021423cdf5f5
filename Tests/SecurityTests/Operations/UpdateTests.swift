import Foundation
import Security
import Testing

/// Tests `SecItemUpdate` (specification: secitem 3.6).
@Suite("Update") struct UpdateTests {
  @Test("An update changes every match. A class alone matches every item of the class.") func everyMatch() throws {
    let keychain = try TestKeychain()
    for account in ["a", "b", "c"] { #expect(keychain.add(.generic("s", account)).status == ok) }
    #expect(keychain.add(.generic("t", "a")).status == ok)
    #expect(keychain.update(.generic("s"), [kSecAttrComment: "one"]) == ok)
    #expect(keychain.all(kSecAttrComment, .generic()) == ["one", "one", "one", "?"])
    #expect(keychain.update(.generic(), [kSecAttrComment: "two"]) == ok)
    #expect(keychain.all(kSecAttrComment, .generic()) == ["two", "two", "two", "two"])
  }

  @Test("An update with a collision changes nothing") func collision() throws {
    let keychain = try TestKeychain()
    for account in ["a", "b"] {
      #expect(keychain.add(.generic("s", account).secret(account)).status == ok)
      #expect(keychain.add(.generic("t", account).secret(account)).status == ok)
    }
    let before = keychain.all(.generic())
    let values: Query = [kSecAttrAccount: "b", kSecValueData: Data("new".utf8)]
    #expect(keychain.update(.generic("s", "a"), values) == duplicate)
    #expect(keychain.update(.generic(), [kSecAttrAccount: "z"]) == duplicate)
    #expect(keychain.update(.generic("s"), [kSecAttrService: "t"]) == duplicate)
    #expect(keychain.all(.generic()) == before)
    #expect(keychain.secret(.generic("s", "a")) == "a")
  }

  @Test("If the last of several matches collides, an update changes no match") func rollback()
    throws
  {
    let keychain = try TestKeychain()
    for number in 0..<10 {
      #expect(keychain.add(.generic("s", "\(number)") + [kSecAttrLabel: "l"]).status == ok)
    }
    #expect(keychain.add(.generic("t", "9")).status == ok)
    let before = keychain.all(.generic())
    #expect(keychain.update(.generic("s"), [kSecAttrService: "t"]) == duplicate)
    #expect(keychain.all(.generic()) == before)
  }

  @Test("An update that would make several matches equal gives -25299") func merging() throws {
    let keychain = try TestKeychain()
    for account in ["a", "b"] { #expect(keychain.add(.generic("s", account)).status == ok) }
    #expect(keychain.update(.generic("s"), [kSecAttrAccount: "c"]) == duplicate)
    #expect(keychain.all(kSecAttrAccount, .generic()) == ["a", "b"])
  }

  @Test("An update to the present uniqueness key succeeds") func sameKey() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s", "a")).status == ok)
    #expect(keychain.update(.generic("s"), [kSecAttrAccount: "a", kSecAttrComment: "c"]) == ok)
    // The new value has the same bytes as the stored string, so the uniqueness key does not change. The item gets the
    // new type.
    #expect(keychain.update(.generic("s"), [kSecAttrAccount: Data("a".utf8)]) == ok)
    #expect(keychain.attributes(.generic("s", "a"))[kSecAttrAccount] as? Data == Data("a".utf8))
  }

  @Test("An update keeps the position of the item in the results") func order() throws {
    let keychain = try TestKeychain()
    for account in ["a", "b", "c"] { #expect(keychain.add(.generic("s", account)).status == ok) }
    #expect(keychain.update(.generic("s", "a"), [kSecAttrAccount: "z"]) == ok)
    #expect(keychain.all(kSecAttrAccount, .generic()) == ["z", "b", "c"])
  }

  @Test("After an update, each index finds the item by its new value only") func indices() throws {
    let keychain = try TestKeychain()
    let old: Query = [
      kSecAttrService: "s", kSecAttrAccount: "a", kSecAttrLabel: "l", kSecAttrGeneric: "g",
      kSecAttrComment: "c", kSecAttrType: 1,
    ]
    let new: Query = [
      kSecAttrService: "S", kSecAttrAccount: "A", kSecAttrLabel: "L", kSecAttrGeneric: "G",
      kSecAttrComment: "C", kSecAttrType: 2,
    ]
    #expect(keychain.add(.generic() + old).status == ok)
    for (key, value) in old { #expect(keychain.find(.generic() + [key: value]).status == ok) }
    #expect(keychain.update(.generic() + old, new) == ok)
    for (key, value) in old {
      #expect(keychain.find(.generic() + [key: value]).status == notFound, "\(key)")
    }
    for (key, value) in new { #expect(keychain.find(.generic() + [key: value]).status == ok) }
    #expect(keychain.find(.generic() + new).status == ok)
  }

  @Test("An update can make an attribute empty, but not absent") func emptying() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s") + [kSecAttrLabel: "l"]).status == ok)
    #expect(keychain.update(.generic("s"), [kSecAttrLabel: NSNull()]) == param)
    #expect(keychain.update(.generic("s"), [kSecAttrLabel: ""]) == ok)
    #expect(keychain.attributes(.generic("s"))[kSecAttrLabel] as? String == "")
    #expect(keychain.find(.generic() + [kSecAttrLabel: ""]).status == ok)
  }

  @Test("An update replaces a secret by data only, and otherwise keeps the secret") func data() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s").secret("old")).status == ok)
    for value in ["text", NSNull(), 5, ["x"]] as [Any] {
      #expect(keychain.update(.generic("s"), [kSecValueData: value]) == param)
    }
    #expect(keychain.update(.generic("s"), [kSecAttrComment: "c"]) == ok)
    #expect(keychain.secret(.generic("s")) == "old")
    #expect(keychain.update(.generic("s"), [kSecValueData: Data("new".utf8)]) == ok)
    #expect(keychain.secret(.generic("s")) == "new")
    #expect(keychain.update(.generic("s"), [kSecValueData: Data()]) == ok)
    #expect(keychain.secret(.generic("s")) == "")
  }

  @Test("An update ignores data in the query (S14)") func dataInQuery() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s").secret("one")).status == ok)
    #expect(keychain.update(.generic("s").secret("two"), [kSecAttrComment: "c"]) == ok)
    #expect(keychain.find(.generic("s").secret("two")).status == ok)
  }

  @Test("The new values can repeat the class, but cannot contain another class (D17)")
  func repeatedClass()
    throws
  {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s").secret("x")).status == ok)
    #expect(keychain.update(.generic("s"), Query.generic("t").secret("y")) == ok)
    #expect(keychain.secret(.generic("t")) == "y")
    for value in ["inet", "none", 5, NSNull()] as [Any] {
      #expect(keychain.update(.generic("t"), [kSecClass: value]) == noAttribute)
    }
  }

  @Test("A reference is not accepted as a new value") func references() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    let reference = keychain.find(.generic("s") + [kSecReturnRef: true]).result as Any
    #expect(keychain.update(.generic("s"), [kSecValueRef: reference]) == noAttribute)
    #expect(keychain.update(.generic("s"), [kSecValueRef: "x"]) == param)
  }

  @Test("An update rejects or ignores attributes that cannot be set") func unsettable()
    throws
  {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    let before = keychain.reference(.generic("s"))
    for key in ["rowid", "data", "v_pk", "u_Tomb", "clip", "ggrp"] {
      #expect(keychain.update(.generic("s"), [key: 1]) == param, "\(key)")
    }
    let ignored: [(String, Any)] = [
      ("musr", Data(count: 16)), ("persistref", Data(count: 16)), ("nleg", true),
      ("sha1", Data(count: 20)), ("mdat", Date.distantPast),
    ]
    for (key, value) in ignored {
      #expect(keychain.update(.generic("s"), [key: value]) == ok, "\(key)")
    }
    #expect(keychain.update(.generic("s"), ["sha1": Data(count: 19)]) == param)
    #expect(keychain.reference(.generic("s")) == before)
  }

  @Test("An update accepts a return key that is false, and rejects true (S71)") func returnKeys() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    let keys = [kSecReturnData, kSecReturnAttributes, kSecReturnRef, kSecReturnPersistentRef]
    for key in keys {
      #expect(keychain.update(.generic("s") + [key: false], [:]) == ok)
      #expect(keychain.update(.generic("s") + [key: true], [:]) == param)
    }
  }

  @Test("An update without a match gives -25300") func nothing() throws {
    let keychain = try TestKeychain()
    #expect(keychain.update(.generic(), [kSecAttrComment: "c"]) == notFound)
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.update(.generic("t"), [:]) == notFound)
  }

  @Test("For other classes, an update and a delete reject filters for certificates (D4)") func certificateFilters()
    throws
  {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.add(.key("s")).status == ok)
    let filters: [(Query, OSStatus)] = [
      ([kSecMatchValidOnDate: Date()], param), ([kSecMatchTrustedOnly: true], param),
      ([kSecMatchEmailAddressIfPresent: "a@b"], param), ([kSecMatchSubjectContains: "x"], param),
      ([kSecMatchIssuers: [Data([1])]], unimplemented), ([kSecMatchTrustedOnly: false], ok),
      ([kSecMatchCaseInsensitive: true], ok), ([kSecMatchIssuers: [] as [Any]], ok),
      ([kSecMatchIssuers: "x"], ok),
    ]
    for base in [Query.generic(), .key()] {
      for (filter, status) in filters {
        #expect(keychain.update(base + filter, [:]) == status, "\(filter)")
      }
      for (filter, status) in filters where status != ok {
        #expect(keychain.delete(base + filter) == status, "\(filter)")
      }
    }
  }

  @Test("For other classes, a search ignores filters for certificates, or gives -4 (S13)") func searchFilters() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    let filters: [(Query, OSStatus)] = [
      ([kSecMatchValidOnDate: Date()], ok), ([kSecMatchValidOnDate: NSNull()], ok),
      ([kSecMatchValidOnDate: "now"], param), ([kSecMatchTrustedOnly: true], ok),
      ([kSecMatchTrustedOnly: 1], param), ([kSecMatchEmailAddressIfPresent: "a@b"], ok),
      ([kSecMatchEmailAddressIfPresent: 5], param), ([kSecMatchSubjectContains: "x"], ok),
      ([kSecMatchIssuers: [Data([1])]], unimplemented), ([kSecMatchIssuers: ["x"]], ok),
      ([kSecMatchPolicy: "x"], param),
    ]
    for (filter, status) in filters {
      #expect(keychain.find(.generic() + filter).status == status, "\(filter)")
    }
  }
}
