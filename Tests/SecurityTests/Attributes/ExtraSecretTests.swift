import Foundation
import Security
import Testing

/// Tests the six further secrets of an internet password (specification: secitem 2.9).
@Suite("The further secrets of an internet password") struct ExtraSecretTests {
  static let names = ["binn", "bini", "bin0", "bin1", "bin2", "bin3"]
  static let entitlement: Set = ["com.apple.private.keychain.inet_expansion_fields"]

  private func entries(_ text: String) -> Query {
    Query(uniqueKeysWithValues: Self.names.map { ($0, Data("\(text) \($0)".utf8)) })
  }

  @Test("A search for data returns the further secrets, and updates of other values keep these secrets")
  func comeBackWithData() throws {
    let keychain = try TestKeychain().entitled(to: Self.entitlement)
    #expect(keychain.add(.internet("h").secret("s") + entries("first")).status == ok)
    func check(_ text: String) {
      let found = keychain.find(
        .internet("h") + [kSecReturnAttributes: true, kSecReturnData: true])
      for name in Self.names {
        #expect(found.dictionary[name] as? Data == Data("\(text) \(name)".utf8))
      }
    }
    check("first")
    #expect(keychain.attributes(.internet("h"))["binn"] == nil)
    #expect(keychain.secret(.internet("h")) == "s")
    #expect(keychain.update(.internet("h"), [kSecAttrComment: "c"]) == ok)
    check("first")
    #expect(keychain.update(.internet("h"), [kSecValueData: Data("t".utf8)]) == ok)
    check("first")
    #expect(keychain.update(.internet("h"), [kSecAttrAccessible: kSecAttrAccessibleAlways]) == ok)
    check("first")
    #expect(keychain.update(.internet("h"), entries("second")) == ok)
    check("second")
    #expect(keychain.secret(.internet("h")) == "t")
  }

  @Test("A result with data and a persistent reference contains the further secrets") func withReference() throws {
    let keychain = try TestKeychain().entitled(to: Self.entitlement)
    let asked: Query = [kSecReturnData: true, kSecReturnPersistentRef: true]
    let added = keychain.add(.internet("h").secret("s") + entries("x") + asked)
    #expect(added.keys == Set(Self.names + ["v_Data", "v_PersistentRef"]))
    let found = keychain.find(.internet("h") + asked)
    #expect(found.keys == Set(Self.names + ["v_Data", "v_PersistentRef"]))
  }

  @Test("An item can have a further secret without data") func withoutData() throws {
    let keychain = try TestKeychain().entitled(to: Self.entitlement)
    #expect(keychain.add(.internet("h") + ["binn": Data("note".utf8)]).status == ok)
    let found = keychain.find(.internet("h") + [kSecReturnAttributes: true, kSecReturnData: true])
    #expect(found.dictionary["binn"] as? Data == Data("note".utf8))
    #expect(found[kSecValueData] == nil)
    #expect(keychain.find(.internet("h") + [kSecReturnData: true]).result == nil)
  }

  @Test("Storing a further secret needs an entitlement, and a search ignores a further secret")
  func gate() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.internet("h")).status == ok)
    for name in Self.names {
      let entry: Query = [name: Data([1])]
      #expect(keychain.add(.internet("i") + entry).status == errSecMissingEntitlement)
      #expect(keychain.update(.internet("h"), entry) == errSecMissingEntitlement)
      #expect(keychain.add(.generic("i") + entry).status == noAttribute)
      #expect(keychain.find(.internet("h") + entry).status == ok)
    }
  }
}
