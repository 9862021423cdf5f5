import Foundation
import Security
import Testing

/// Tests `SecItemDelete` (specification: secitem 3.6.3).
@Suite("Delete") struct DeleteTests {
  @Test("A delete deletes every match and nothing else") func everyMatch() throws {
    let keychain = try TestKeychain()
    for service in ["s", "t"] {
      for account in ["a", "b"] { #expect(keychain.add(.generic(service, account)).status == ok) }
    }
    #expect(keychain.add(.internet("s", "a")).status == ok)
    #expect(keychain.delete(.generic("s")) == ok)
    #expect(keychain.delete(.generic("s")) == notFound)
    #expect(keychain.all(kSecAttrAccount, .generic()) == ["a", "b"])
    #expect(keychain.delete(.generic(nil, "b")) == ok)
    #expect(keychain.all(kSecAttrAccount, .generic()) == ["a"])
    #expect(keychain.count(.internet()) == 1)
  }

  @Test("A delete by class deletes every local item in the program's groups (S72)") func classOnly()
    throws
  {
    let keychain = try TestKeychain().seen(by: ["one", "two"])
    let other = keychain.seen(by: ["three"])
    #expect(keychain.add(.generic("a")).status == ok)
    #expect(keychain.add(.generic("b") + [kSecAttrAccessGroup: "two"]).status == ok)
    #expect(keychain.add(Query.generic("c").synchronizable).status == ok)
    #expect(keychain.add(.internet("d")).status == ok)
    #expect(other.add(.generic("e")).status == ok)
    #expect(keychain.delete(.generic()) == ok)
    #expect(keychain.all(kSecAttrService, Query.generic().any) == ["c"])
    #expect(keychain.count(.internet()) == 1)
    #expect(other.count(.generic()) == 1)
  }

  @Test("A delete ignores data in the query (S14)") func data() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s").secret("one")).status == ok)
    #expect(keychain.delete(.generic("s").secret("two")) == ok)
  }

  @Test("A delete checks the types of return keys, and ignores the values") func returnKeys() throws {
    let keychain = try TestKeychain()
    for key in [kSecReturnData, kSecReturnAttributes, kSecReturnRef, kSecReturnPersistentRef] {
      #expect(keychain.add(.generic("s")).status == ok)
      #expect(keychain.delete(.generic("s") + [key: "x"]) == param)
      #expect(keychain.delete(.generic("s") + [key: true]) == ok)
    }
  }

  @Test("A delete with more matches than the limit deletes nothing. The limit All means no limit (D2, D3).")
  func limits() throws {
    let keychain = try TestKeychain()
    for account in ["a", "b"] { #expect(keychain.add(.generic("s", account)).status == ok) }
    for limit in [kSecMatchLimitOne, 1, 0, -1, "x", true] as [Any] {
      #expect(keychain.delete(.generic("s") + [kSecMatchLimit: limit]) == param, "\(limit)")
    }
    #expect(keychain.count(.generic()) == 2)
    for limit in [kSecMatchLimitOne, 1, 2, Int.max] as [Any] {
      #expect(keychain.add(.generic("t", "c")).status == ok)
      #expect(keychain.delete(.generic("t") + [kSecMatchLimit: limit]) == ok, "\(limit)")
      #expect(keychain.delete(.generic("t") + [kSecMatchLimit: limit]) == notFound, "\(limit)")
    }
    #expect(keychain.delete(.generic("t") + [kSecMatchLimit: 0]) == notFound)
    #expect(keychain.delete(.generic("s") + [kSecMatchLimit: 2]) == ok)
    for account in ["a", "b"] { #expect(keychain.add(.generic("s", account)).status == ok) }
    #expect(keychain.delete(Query.generic("s").all) == ok)
    #expect(keychain.count(.generic()) == 0)
  }

  @Test("Each attribute filters a delete, with or without an index") func attributes() throws {
    let keychain = try TestKeychain()
    let variants: [Query] = [
      [kSecAttrLabel: "x"], [kSecAttrComment: "x"], [kSecAttrType: 7], [kSecAttrGeneric: Data([7])],
      [kSecAttrIsInvisible: true], [kSecAttrAccessible: "dk"], [kSecAttrDescription: "x"],
    ]
    for (number, variant) in variants.enumerated() {
      #expect(keychain.add(.generic("s", "\(number)") + variant).status == ok)
    }
    for (number, variant) in variants.enumerated() {
      #expect(keychain.delete(.generic("s") + variant) == ok)
      #expect(keychain.delete(.generic("s") + variant) == notFound)
      #expect(keychain.count(.generic()) == variants.count - number - 1)
    }
  }

  @Test("A search does not find a deleted secret by reference or in a new item") func gone() throws {
    let keychain = try TestKeychain()
    let large = Data(repeating: 7, count: 100_000)
    #expect(keychain.add(.generic("s") + [kSecValueData: large]).status == ok)
    let reference = keychain.reference(.generic("s"))
    #expect(keychain.delete(.generic("s")) == ok)
    #expect(keychain.find([kSecValuePersistentRef: reference]).status == notFound)
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.find(.generic("s") + [kSecReturnData: true]).result == nil)
  }
}
