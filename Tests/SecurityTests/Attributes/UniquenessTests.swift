import Foundation
import Security
import Testing

/// What makes two items one (secitem 2.3, 2.4, 3.4.1).
@Suite("Uniqueness") struct UniquenessTests {
  @Test("Each attribute of the key of a generic password makes a new item") func generic() throws {
    let keychain = try TestKeychain()
    let item = Query.generic("s", "a")
    let variants: [Query] = [
      [kSecAttrAccount: "b"], [kSecAttrService: "t"], [kSecAttrAccessGroup: "login"],
      [kSecAttrSynchronizable: true], [kSecAttrSyncViewHint: "v"],
    ]
    try check(keychain, item, variants)
    #expect(keychain.count(.generic().any) == variants.count + 1)
  }

  @Test("Each attribute of the key of an internet password makes a new item")
  func internet() throws {
    let keychain = try TestKeychain()
    let item: Query =
      .internet("h", "a") + [
        kSecAttrSecurityDomain: "d", kSecAttrProtocol: kSecAttrProtocolHTTP,
        kSecAttrAuthenticationType: kSecAttrAuthenticationTypeDefault, kSecAttrPort: 80,
        kSecAttrPath: "/",
      ]
    let variants: [Query] = [
      [kSecAttrAccount: "b"], [kSecAttrServer: "i"], [kSecAttrSecurityDomain: "e"],
      [kSecAttrProtocol: kSecAttrProtocolHTTPS],
      [kSecAttrAuthenticationType: kSecAttrAuthenticationTypeNTLM], [kSecAttrPort: 443],
      [kSecAttrPath: "/x"], [kSecAttrAccessGroup: "login"], [kSecAttrSynchronizable: true],
      [kSecAttrSyncViewHint: "v"],
    ]
    try check(keychain, item, variants)
    #expect(keychain.count(.internet().any) == variants.count + 1)
  }

  private func check(_ keychain: TestKeychain, _ item: Query, _ variants: [Query]) throws {
    #expect(keychain.add(item).status == ok)
    #expect(keychain.add(item).status == duplicate)
    for variant in variants {
      #expect(keychain.add(item + variant).status == ok, "\(variant)")
      #expect(keychain.add(item + variant).status == duplicate, "\(variant)")
    }
  }

  @Test("Every other attribute does not") func others() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s", "a").secret("x")).status == ok)
    let variants: [Query] = [
      [kSecAttrLabel: "l"], [kSecAttrGeneric: Data([1])], [kSecAttrDescription: "d"],
      [kSecAttrComment: "c"], [kSecAttrCreator: 1], [kSecAttrType: 1], [kSecAttrIsInvisible: true],
      [kSecAttrIsNegative: true], [kSecAttrAccessible: kSecAttrAccessibleAlways],
      [kSecValueData: Data("y".utf8)], ["alis": "x"], ["UUID": "x"],
    ]
    for variant in variants {
      #expect(keychain.add(.generic("s", "a") + variant).status == duplicate, "\(variant)")
    }
  }

  @Test("A refused add changes nothing of the item that is there, and returns nothing")
  func refused() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s", "a").secret("x") + [kSecAttrLabel: "l"]).status == ok)
    let before = keychain.attributes(.generic())
    let again = keychain.add(
      .generic("s", "a").secret("y") + [kSecAttrLabel: "m", kSecReturnData: true])
    #expect(again.status == duplicate)
    #expect(again.result == nil)
    #expect(keychain.attributes(.generic()) == before)
    #expect(keychain.secret(.generic()) == "x")
  }

  @Test("Generic and internet passwords do not collide") func classes() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic(nil, "a")).status == ok)
    #expect(keychain.add(.internet(nil, "a")).status == ok)
  }

  @Test("Values do not run into each other") func boundaries() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("ab", "c")).status == ok)
    #expect(keychain.add(.generic("a", "bc")).status == ok)
    #expect(keychain.add(.generic("abc", "")).status == ok)
    #expect(keychain.add(.generic("", "abc")).status == ok)
    #expect(keychain.add(.generic("c", "ab")).status == ok)
    #expect(keychain.count(.generic()) == 5)
  }
}
