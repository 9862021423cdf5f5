import KeychainModel
import Testing

@testable import PasswordTransfer

@Suite struct CSVTests {
  private func items(_ name: String) throws -> [TransferItem] {
    try read("csv", try dataFile(name)).items
  }

  @Test func chromeExportsNameAddressUserAndNote() throws {
    let items = try items("chrome.csv")
    try #require(items.count == 3)
    #expect(items[0].itemClass == .internetPassword)
    #expect(
      items[0].attributes
        == AttributeSet([
          .server: .string("example.com"), .protocolName: .string("htps"),
          .path: .string("/signin?next=1"), .account: .string("anna"),
          .authenticationType: .string("dflt"), .label: .string("example.com"),
        ]))
    #expect(items[0].secret == Array("p1".utf8))
    #expect(items[0].origin == "line 2")
    #expect(items[1].attributes[.account] == .string("user"))
    #expect(items[1].attributes[.port] == .number(8443))
    #expect(items[1].attributes[.path] == nil)
    #expect(items[1].defaults == AttributeSet([.label: .string("example.org")]))
    #expect(items[1].attributes[.comment] == .string("a note"))
    #expect(items[1].secret == Array(#"comma, and "quotes""#.utf8))
    #expect(items[2].itemClass == .genericPassword)
    #expect(items[2].attributes[.service] == .string("android://hash==@com.example.app/"))
    #expect(items[2].attributes[.label] == .string("App"))
  }

  @Test func marksLineEndsAndQuotedLinesAreUnderstood() throws {
    let items = try items("edge.csv")
    try #require(items.count == 2)
    #expect(items[0].attributes[.protocolName] == .string("http"))
    #expect(items[1].attributes[.label] == .string("last, line"))
    #expect(items[1].attributes[.server] == .string("::1"))
    #expect(items[1].attributes[.comment] == .string("two\r\nlines"))
    #expect(items[1].secret == Array("päss".utf8))
    #expect(items[1].origin == "line 4")
  }

  @Test func firefoxExportsRealmsAndDates() throws {
    let transfer = try read("csv", try dataFile("firefox.csv"))
    try #require(transfer.items.count == 2)
    #expect(transfer.items[0].attributes[.creationDate] == .date(725_857_445))
    #expect(transfer.items[1].attributes[.securityDomain] == .string("The Realm"))
    #expect(
      transfer.notes == [
        "the column \"formActionOrigin\" is not taken over: 1 entry",
        "the column \"guid\" is not taken over: 2 entries",
        "the column \"timeLastUsed\" is not taken over: 2 entries",
        "the column \"timePasswordChanged\" is not taken over: 2 entries",
      ])
  }

  @Test func appleExportsTitlesAndOneTimePasswords() throws {
    let items = try items("apple.csv")
    try #require(items.count == 3)
    #expect(items[0].attributes[.label] == .string("example.com (anna)"))
    #expect(items[0].attributes[.comment] == nil)
    #expect(items[1].secret == Array("otpauth://totp/Example?secret=ABC".utf8))
    #expect(items[2].itemClass == .genericPassword)
    #expect(items[2].attributes[.service] == .string("Router"))
    #expect(items[2].attributes[.comment] == .string("two\nlines"))
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    for name in ["chrome.csv", "edge.csv", "apple.csv", "bitwarden.csv"] {
      let items = try items(name)
      let text = try CSVWriter.header + items.flatMap { try #require(CSVWriter.line(of: $0)) }
      let again = try read("csv", text).items
      #expect(again.map(\.attributes) == items.map(\.attributes), "\(name)")
      #expect(again.map(\.secret) == items.map(\.secret))
    }
  }

  @Test func whatIsNotTextIsNotWritten() {
    func item(_ attributes: AttributeSet, _ secret: [UInt8]) -> TransferItem {
      TransferItem(.genericPassword, attributes: attributes, secret: secret, origin: "")
    }
    #expect(CSVWriter.line(of: item([.service: .string("s")], [0xFF])) == nil)
    #expect(CSVWriter.line(of: item([.account: .data([0xFF])], [])) == nil)
    #expect(CSVWriter.line(of: item([.service: .data([0xFF])], [])) == nil)
    #expect(
      CSVWriter.line(of: item([.service: .data([0x61]), .comment: .string("a,b")], [0x62]))
        == Array("a,,,b,\"a,b\",\n".utf8))
  }

  @Test func addressesHaveTheirParts() throws {
    for fields in try table("addresses") {
      let address = text(fields[0])
      guard let web = WebAddress(address) else {
        #expect(fields.count == 1, "\(address)")
        continue
      }
      try #require(fields.count == 6, "\(address)")
      #expect(web.protocolCode ?? "" == text(fields[1]), "\(address)")
      #expect(web.user == text(fields[2]), "\(address)")
      #expect(web.host == text(fields[3]), "\(address)")
      #expect(web.port.map(String.init) ?? "" == text(fields[4]), "\(address)")
      #expect(web.path == text(fields[5]), "\(address)")
    }
  }

  @Test(arguments: [
    ("sftp://anna:secret@host/x", "sftp://anna@host/x"), ("sftp://a:b@c@host", "sftp://a@host"),
    ("android://hash==@app/", "android://hash==@app/"), ("x://host/a:b@c", "x://host/a@c"),
    ("a:b@c", "a@c"), ("", ""), ("a:b", "a:b"), ("anna:pw@host:99999", "anna@host:99999"),
    ("https://anna:pw/secret2@h", "https://anna@h"),
    ("https://anna:pw@sec/ret3@h", "https://anna@h"),
  ]) func namesHoldNoPassword(address: String, shown: String) {
    #expect(WebAddress.withoutPassword(address) == shown)
  }

  @Test func itemsThatAreTooLargeAreUnreadable() throws {
    let long = String(repeating: "x", count: Limits.attributeByteCount + 1)
    let transfer = try read("csv", Array("title,password\n\(long),p\nshort,p\n".utf8))
    #expect(transfer.items.count == 1)
    #expect(
      transfer.unreadable == [
        .init(origin: "line 2", reason: "its svce has 1048577 bytes; 1048576 is the most")
      ])
    let secret = [UInt8](repeating: 0x78, count: Limits.secretByteCount + 1)
    let item = TransferItem(.genericPassword, attributes: [:], secret: secret, origin: "")
    #expect(item.excess == "its secret has 67108865 bytes; 67108864 is the most")
  }
}
