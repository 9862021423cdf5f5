import Foundation
import Security
import Testing

/// `SecItemDelete` (specification: secitem 3.6.3).
@Suite("Delete") struct DeleteTests {
  @Test("Every match is deleted, and nothing else") func everyMatch() throws {
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

  @Test("A class alone: every local item of the class in one's own groups (S72)") func classOnly()
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

  @Test("Data in the query does not filter: other data is deleted as well (S14)") func data() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s").secret("one")).status == ok)
    #expect(keychain.delete(.generic("s").secret("two")) == ok)
  }

  @Test("Return keys are read and ignored") func returnKeys() throws {
    let keychain = try TestKeychain()
    for key in [kSecReturnData, kSecReturnAttributes, kSecReturnRef, kSecReturnPersistentRef] {
      #expect(keychain.add(.generic("s")).status == ok)
      #expect(keychain.delete(.generic("s") + [key: "x"]) == param)
      #expect(keychain.delete(.generic("s") + [key: true]) == ok)
    }
  }

  @Test("Where more match than the limit says, nothing is deleted; limit all is no limit (D2, D3)")
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

  @Test("Each attribute narrows it down, indexed or not") func attributes() throws {
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

  @Test("A deleted secret cannot be found in any way") func gone() throws {
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
