import Foundation
import Security
import Testing

/// Repeats the keychain calls of a Go library, and of Docker's credential helper, which uses the library.
@Suite("A Go library and Docker's helper") struct GoKeychainTests {
  private func server(_ url: String) -> Query {
    [
      kSecClass: kSecClassInternetPassword, kSecAttrLabel: "Docker Credentials",
      kSecAttrServer: url, kSecAttrProtocol: "htps", kSecAttrPort: NSNumber(value: Int32(443)),
      kSecAttrPath: "/v1",
    ]
  }

  @Test("An item with an authentication type is found without account and type") func docker()
    throws
  {
    let keychain = try TestKeychain()
    let item =
      server("registry.example.com") + [
        kSecAttrAccount: "me", kSecAttrAuthenticationType: "dflt",
      ]
    #expect(keychain.delete(server("registry.example.com")) == notFound)
    #expect(keychain.add(item.secret("token")).status == ok)
    let found = keychain.find(
      server("registry.example.com") + [
        kSecMatchLimit: kSecMatchLimitOne, kSecReturnAttributes: true, kSecReturnData: true,
      ])
    #expect(found.dictionary["acct"] as? String == "me")
    #expect(found.dictionary["v_Data"] as? Data == Data("token".utf8))
    #expect(keychain.delete(server("registry.example.com")) == ok)
  }

  @Test("A list by label has attributes of the types that the library expects") func list()
    throws
  {
    let keychain = try TestKeychain()
    for host in ["a.example", "b.example"] {
      let item = server(host) + [kSecAttrAccount: "me", kSecAttrAuthenticationType: "dflt"]
      #expect(keychain.add(item.secret("x")).status == ok)
    }
    #expect(keychain.add(.internet("c.example") + [kSecAttrLabel: "other"]).status == ok)
    let all =
      keychain.find(
        [
          kSecClass: kSecClassInternetPassword, kSecAttrLabel: "Docker Credentials",
          kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true,
        ]
      ).array as? [NSDictionary]
    #expect(all?.map { $0["srvr"] as? String } == ["a.example", "b.example"])
    for item in all ?? [] {
      #expect(item["ptcl"] as? String == "htps")
      #expect(item["atyp"] as? String == "dflt")
      #expect(item["path"] as? String == "/v1")
      #expect(item["cdat"] is Date)
      #expect(item["mdat"] is Date)
      // The library would crash with a 64-bit number.
      let port = try #require(item["port"] as? NSNumber)
      #expect(String(cString: port.objCType) == "i")
      #expect(item["v_Data"] == nil)
    }
  }

  @Test("The library updates a generic password with only the changed values") func update() throws {
    let keychain = try TestKeychain()
    let item: Query =
      .generic("MyService", "gabriel") + [
        kSecAttrLabel: "A label", kSecAttrAccessGroup: "app",
        kSecAttrSynchronizable: kCFBooleanFalse as Any,
        kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked,
      ]
    #expect(keychain.add(item.secret("toomanysecrets")).status == ok)
    #expect(keychain.add(item.secret("again")).status == duplicate)
    #expect(
      keychain.update(
        .generic("MyService", "gabriel"), [kSecValueData: Data("newsecret".utf8)]) == ok)
    #expect(keychain.secret(item) == "newsecret")
    let accounts = keychain.all(kSecAttrAccount, .generic("MyService"))
    #expect(accounts == ["gabriel"])
  }

  @Test("The messages of statuses are the sentences that the library compares") func sentences() {
    let absent = SecCopyErrorMessageString(notFound, nil) as String?
    #expect(absent == "The specified item could not be found in the keychain.")
    let locked = SecCopyErrorMessageString(errSecInteractionNotAllowed, nil) as String?
    #expect(locked == "User interaction is not allowed.")
  }
}
