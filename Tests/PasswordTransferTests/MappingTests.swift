import KeychainModel
import Testing

@testable import PasswordTransfer

/// Entries of `pass` and items of the Secret Service become items of the keychain.
@Suite struct MappingTests {
  @Test func entriesOfPassAreMappedByTheirPathAndTheirLines() throws {
    for fields in try table("pass") {
      try #require(fields.count == 7)
      let item = PassEntry(name: fields[0], content: fields[1]).item
      let place: AttributeName = item.itemClass == .internetPassword ? .server : .service
      #expect(item.itemClass.rawValue == text(fields[2]), "\(text(fields[1]))")
      #expect(item.attributes[place] == .string(text(fields[3])), "\(text(fields[1]))")
      #expect(item.attributes[.account] == .string(text(fields[4])), "\(text(fields[1]))")
      #expect(item.secret == fields[5], "\(text(fields[1]))")
      let comment = fields[6].isEmpty ? nil : AttributeValue.string(text(fields[6]))
      #expect(item.attributes[.comment] == comment, "\(text(fields[1]))")
      #expect(item.attributes[.label] == .string(text(fields[0])))
    }
  }

  @Test func linesThatAreNotTextAreKeptAsBytes() {
    let field = Array("a: ".utf8)
    let item = PassEntry(name: Array("a".utf8), content: [0xFF, 0x0A] + field + [0xFE]).item
    #expect(item.secret == [0xFF])
    #expect(item.attributes[.comment] == .data(field + [0xFE]))
    let whole = PassEntry(name: Array("a".utf8), content: [0xFF, 0x0A, 0xFE]).item
    #expect(whole.secret == [0xFF, 0x0A, 0xFE])
    #expect(whole.attributes[.comment] == nil)
  }

  private func item(_ attributes: [String: String], created: UInt64 = 0) -> TransferItem {
    SecretServiceItem(
      label: "the label", attributes: attributes, secret: [1], created: created, origin: ""
    ).item
  }

  @Test func networkPasswordsBecomeInternetPasswords() {
    let item = item([
      "xdg:schema": "org.gnome.keyring.NetworkPassword", "user": "anna", "server": "example.com",
      "domain": "EXAMPLE", "object": "share", "protocol": "smb", "port": "445",
    ])
    #expect(item.itemClass == .internetPassword)
    #expect(
      item.attributes
        == AttributeSet([
          .server: .string("example.com"), .account: .string("anna"),
          .securityDomain: .string("EXAMPLE"), .path: .string("share"),
          .protocolName: .string("smb "), .port: .number(445),
          .authenticationType: .string("dflt"), .label: .string("the label"),
        ]))
  }

  /// Programs find an item by the attributes that they gave to it, so no attribute may be lost.
  @Test(arguments: [
    ["authtype": "ntlm"], ["object": ""], ["protocol": "HTTPS"], ["protocol": "pop"], ["port": "0445"], ["port": "0"],
    ["xdg:schema": "org.git.Password"],
  ])
  func networkPasswordsThatWouldLoseAnAttributeBecomeGenericPasswords(_ more: [String: String]) throws {
    let attributes = ["xdg:schema": "org.gnome.keyring.NetworkPassword", "user": "anna", "server": "example.com"]
      .merging(more) { $1 }
    let item = item(attributes)
    #expect(item.itemClass == .genericPassword)
    #expect(item.attributes[.service] == .string("example.com"))
    #expect(item.attributes[.account] == .string("anna"))
    #expect(item.attributes[.freeAttributes] == (try Self.map(attributes)))
  }

  private static func map(_ attributes: [String: String]) throws -> AttributeValue {
    try FreeAttributes(attributes.map { FreeAttributes.Pair($0.key, $0.value) }).value
  }

  @Test func whatHasNoPlaceIsAlsoInTheComment() {
    let item = item([
      "xdg:schema": "org.git.Password", "user": "anna", "server": "git.example",
      "protocol": "sftp", "port": "none",
    ])
    #expect(
      item.attributes[.comment]
        == .string("port: none\nprotocol: sftp\nxdg:schema: org.git.Password"))
  }

  @Test func otherItemsBecomeGenericPasswords() throws {
    let attributes = ["xdg:schema": "org.freedesktop.Secret.Generic", "service": "mail", "username": "anna"]
    let plain = item(attributes, created: 1_704_164_645)
    #expect(
      plain.attributes
        == AttributeSet([
          .service: .string("mail"), .account: .string("anna"), .label: .string("the label"),
          .freeAttributes: try Self.map(attributes), .creationDate: .date(725_857_445),
        ]))
    let python = item(["service": "s", "username": "u", "application": "Python keyring library"])
    #expect(python.attributes[.comment] == .string("application: Python keyring library"))
    let odd = item(["a": "x\ny", "b": "", "server": "no schema"])
    #expect(odd.itemClass == .genericPassword)
    #expect(odd.attributes[.service] == .string("no schema"))
    #expect(odd.attributes[.account] == .string(""))
    #expect(odd.attributes[.comment] == .string("a:: eAp5\nb: "))
    #expect(item([:]).attributes[.service] == .string("the label"))
    #expect(
      item(["xdg:schema": "org.gnome.keyring.NetworkPassword", "user": "u"]).itemClass
        == .genericPassword)
  }

  @Test func itemsAreEqualWhenAKeychainTakesOnlyOneOfThem() {
    func key(_ attributes: AttributeSet) -> [UInt8] {
      TransferItem(.genericPassword, attributes: attributes, secret: nil, origin: "")
        .uniquenessKey(accessGroup: "login")
    }
    let plain = key([.service: .string("s"), .account: .string("a")])
    #expect(
      plain
        == key([
          .service: .data([0x73]), .account: .string("a"), .label: .string("other"),
          .accessGroup: .string("login"), .synchronizable: .number(0),
        ]))
    #expect(plain != key([.service: .string("s"), .account: .string("b")]))
    #expect(plain != key([.service: .string("sa")]))
    #expect(
      plain
        != key([
          .service: .string("s"), .account: .string("a"), .accessGroup: .string("team"),
        ]))
  }
}
