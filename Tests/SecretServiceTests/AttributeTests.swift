import KeychainModel
import Testing

@testable import SecretServiceServer

@Suite struct AttributeTests {
  private static func map(_ pairs: KeyValuePairs<String, String>) throws -> FreeAttributes { try FreeAttributes(pairs) }

  @Test(arguments: [
    (["service": "imap", "username": "anna"], "imap", "anna"),
    (["server": "host", "user": "bob"], "host", "bob"),
    (["domain": "d", "application": "a", "login": "l"], "d", "l"),
    (["application": "a", "account": "c", "login": "l"], "a", "c"),
    (["service": "", "server": "host", "username": "", "user": "u"], "host", "u"),
    (["other": "x"], "The label", ""),
  ])
  func serviceAndAccount(_ pairs: [String: String], service: String, account: String) throws {
    let map = try FreeAttributes(pairs.map { FreeAttributes.Pair($0.key, $0.value) })
    let attributes = SecretAttributes.visible(map, label: "The label")
    #expect(attributes[.service] == .string(service))
    #expect(attributes[.account] == .string(account))
    #expect(attributes[.freeAttributes] == map.value)
  }

  @Test func attributesOfAKeychainItem() throws {
    let generic = AttributeSet([.service: .string("web"), .account: .data(Array("carl".utf8))])
    #expect(
      SecretAttributes.shown(.genericPassword, generic) == [
        .init("service", "web"), .init("username", "carl"), .init("xdg:schema", "org.freedesktop.Secret.Generic"),
      ])
    // A value that is no text, and a text that the bus cannot carry, are left out.
    let strange = AttributeSet([.service: .data([0xFF]), .account: .string("a\0b")])
    #expect(
      SecretAttributes.shown(.genericPassword, strange) == [.init("xdg:schema", "org.freedesktop.Secret.Generic")])
    let internet = AttributeSet([
      .server: .string("host"), .account: .string("emil"), .protocolName: .string("htps"), .port: .number(0),
      .path: .string(""), .securityDomain: .string("domain"),
    ])
    #expect(
      SecretAttributes.shown(.internetPassword, internet) == [
        .init("server", "host"), .init("user", "emil"), .init("protocol", "https"), .init("domain", "domain"),
        .init("xdg:schema", "org.gnome.keyring.NetworkPassword"),
      ])
  }

  @Test func searchesOfKeychainItems() throws {
    let found = SecretAttributes.searched(
      .internetPassword, try Self.map(["server": "host", "port": "8443", "protocol": "https"]))
    #expect(
      found
        == AttributeSet([.port: .number(8443), .protocolName: .string("htps"), .server: .string("host")]))
    for wanted in [["port": "0"], ["port": "080"], ["port": "65536"], ["protocol": "HTTPS"], ["user": ""], ["a": "1"]] {
      let map = try FreeAttributes(wanted.map { FreeAttributes.Pair($0.key, $0.value) })
      #expect(SecretAttributes.searched(.internetPassword, map) == nil)
    }
    #expect(SecretAttributes.searched(.genericPassword, try Self.map(["server": "host"])) == nil)
    #expect(
      SecretAttributes.searched(.genericPassword, try Self.map(["xdg:schema": "org.freedesktop.Secret.Generic"]))
        == AttributeSet())
  }

  @Test func wholeMaps() throws {
    let shown = SecretAttributes.shown(
      .genericPassword, AttributeSet([.service: .string("s"), .account: .string("a")]))
    #expect(SecretAttributes.isWhole(try Self.map(["service": "s", "username": "a"]), of: shown))
    #expect(
      SecretAttributes.isWhole(
        try Self.map(["service": "s", "username": "a", "xdg:schema": "org.freedesktop.Secret.Generic"]), of: shown))
    #expect(!SecretAttributes.isWhole(try Self.map(["service": "s"]), of: shown))
    #expect(!SecretAttributes.isWhole(try Self.map(["service": "s", "username": "a", "x": ""]), of: shown))
  }

  @Test func keysThatAreNotShown() throws {
    let name = AttributeSet([.server: .string("host"), .account: .string("emil")])
    for (attribute, value) in [
      (AttributeName.protocolName, AttributeValue.string("zzzz")), (.authenticationType, .string("form")),
      (.account, .data([0xFF])),
    ] {
      var attributes = name
      attributes[attribute] = value
      #expect(!SecretAttributes.areShown(.internetPassword, attributes))
    }
    var whole = name
    whole[.authenticationType] = .string("dflt")
    whole[.port] = .number(0)
    whole[.path] = .string("")
    #expect(SecretAttributes.areShown(.internetPassword, whole))
    #expect(!SecretAttributes.namesSomething(try Self.map([:])))
    #expect(!SecretAttributes.namesSomething(try Self.map(["xdg:schema": "org.freedesktop.Secret.Generic"])))
  }

  // MARK: Paths

  @Test func pathsOfObjects() throws {
    let identifier = try #require(RowIdentifier(Array(UInt8(0)...15)))
    let path = ObjectPath.path(ofItem: identifier, in: ObjectPath.path(ofCollection: "login"))
    #expect(path == "/org/freedesktop/secrets/collection/login/000102030405060708090a0b0c0d0e0f")
    #expect(ObjectPath(path) == .item("login", identifier))
    let alias = "/org/freedesktop/secrets/aliases/default"
    #expect(ObjectPath(alias) == .alias("default"))
    #expect(ObjectPath(alias + "/000102030405060708090a0b0c0d0e0f") == .aliasedItem("default", identifier))
    // An item has only one path.
    #expect(ObjectPath(path.uppercased()) == .missing)
    #expect(ObjectPath("/org/freedesktop/secrets/collection/login/000102030405060708090A0B0C0D0E0F") == .missing)
    #expect(ObjectPath("/org/freedesktop/secrets/collection/login/00") == .missing)
    #expect(ObjectPath(path + "/x") == .missing)
    #expect(ObjectPath("/org/freedesktop") == .above)
    #expect(ObjectPath("/") == .above)
    #expect(ObjectPath("/org/freedesktop/secretsx") == .missing)
  }

  @Test func differentNamesHaveDifferentElements() {
    #expect(ObjectPath.element(Array("work".utf8)) == "work")
    #expect(ObjectPath.element(Array("a_5fb".utf8)) == "a_5f5fb")
    #expect(ObjectPath.element(Array("a_b".utf8)) == "a_5fb")
    #expect(ObjectPath.element(Array("ä/".utf8)) == "_c3_a4_2f")
  }
}
