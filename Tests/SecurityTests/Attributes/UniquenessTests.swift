import Foundation
import Security
import Testing

/// Tests which attributes make items unique (specification: secitem 2.3, 2.4, 3.4.1).
@Suite("Uniqueness") struct UniquenessTests {
  @Test("Another value of any attribute of the uniqueness key makes a new generic password") func generic() throws {
    let keychain = try TestKeychain()
    let item = Query.generic("s", "a")
    let variants: [Query] = [
      [kSecAttrAccount: "b"], [kSecAttrService: "t"], [kSecAttrAccessGroup: "login"],
      [kSecAttrSynchronizable: true], [kSecAttrSyncViewHint: "v"],
    ]
    try check(keychain, item, variants)
    #expect(keychain.count(.generic().any) == variants.count + 1)
  }

  @Test("Another value of any attribute of the uniqueness key makes a new internet password")
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

  /// The uniqueness key of a key has fifteen columns. The system sets three of these columns: the view, the token and
  /// the sharing group. This test changes the other twelve columns.
  @Test("Another value of any attribute of the uniqueness key makes a new key (S22)") func key() throws {
    let keychain = try TestKeychain()
    let item = Query.key("t").secret("x")
    let date = Date(timeIntervalSinceReferenceDate: 1000)
    let variants: [Query] = [
      [kSecAttrKeyClass: kSecAttrKeyClassPrivate], [kSecAttrApplicationLabel: Data([1])],
      [kSecAttrApplicationTag: "u"], [kSecAttrCreator: 1], [kSecAttrKeyType: kSecAttrKeyTypeRSA],
      [kSecAttrKeySizeInBits: 256], [kSecAttrEffectiveKeySize: 256], ["sdat": date],
      ["edat": date], [kSecAttrAccessGroup: "login"], [kSecAttrSynchronizable: true],
      [kSecAttrSyncViewHint: "v"],
    ]
    try check(keychain, item, variants)
    #expect(keychain.count(Query.key().any) == variants.count + 1)
    // The same value as another type makes no new item.
    for variant: Query in [
      [kSecAttrKeyClass: 1], [kSecAttrKeyClass: true], [kSecAttrApplicationTag: Data("u".utf8)],
      [kSecAttrKeyType: 42], [kSecAttrKeySizeInBits: "256"], ["sync": 1],
    ] {
      #expect(keychain.add(item + variant).status == duplicate, "\(variant)")
    }
    // The allowed uses, the label and the data of a key are not part of the uniqueness key.
    for variant: Query in [
      [kSecAttrLabel: "l"], [kSecAttrCanSign: true], [kSecAttrIsPermanent: true],
      [kSecAttrIsPrivate: true], [kSecAttrAccessible: "dk"], [kSecValueData: Data("y".utf8)],
    ] {
      #expect(keychain.add(item + variant).status == duplicate, "\(variant)")
    }
  }

  private func check(_ keychain: TestKeychain, _ item: Query, _ variants: [Query]) throws {
    #expect(keychain.add(item).status == ok)
    #expect(keychain.add(item).status == duplicate)
    for variant in variants {
      #expect(keychain.add(item + variant).status == ok, "\(variant)")
      #expect(keychain.add(item + variant).status == duplicate, "\(variant)")
    }
  }

  @Test("Another value of any other attribute makes no new item") func others() throws {
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

  @Test("An add that fails with -25299 returns nothing and does not change the existing item")
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

  @Test("Items of different classes never collide") func classes() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic(nil, "a")).status == ok)
    #expect(keychain.add(.internet(nil, "a")).status == ok)
    #expect(keychain.add(.key()).status == ok)
  }

  @Test("The boundary between service and account is part of the uniqueness key") func boundaries() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("ab", "c")).status == ok)
    #expect(keychain.add(.generic("a", "bc")).status == ok)
    #expect(keychain.add(.generic("abc", "")).status == ok)
    #expect(keychain.add(.generic("", "abc")).status == ok)
    #expect(keychain.add(.generic("c", "ab")).status == ok)
    #expect(keychain.count(.generic()) == 5)
  }
}
