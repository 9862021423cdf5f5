import KeychainModel
import PasswordTransfer
import Testing

@Suite struct KeePassTests {
  private func read(_ text: String) throws -> Transfer {
    try Array(text.utf8).withUnsafeBytes { bytes throws(TransferFailure) in try KeePassReader.read(bytes) }
  }

  private static func file(_ groups: String, meta: String = "") -> String {
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<KeePassFile><Meta>\(meta)</Meta><Root>\(groups)</Root></KeePassFile>"
  }

  private static func string(_ key: String, _ value: String, _ attributes: String = "") -> String {
    "<String><Key>\(key)</Key><Value\(attributes)>\(value)</Value></String>"
  }

  @Test func groupsEntriesHistoryAndTheRecycleBin() throws {
    let history = "<History><Entry>\(Self.string("Title", "Old"))\(Self.string("Password", "old"))</Entry></History>"
    let entry = """
      <Entry><UUID>AAAA</UUID>\(Self.string("Title", "Shop &amp; Co"))\(Self.string("UserName", "anna"))
      \(Self.string("Password", "a&lt;b&#x1F5DD;", " ProtectInMemory=\"True\""))\(Self.string("URL", "https://shop.example/x"))
      \(Self.string("Notes", "one\ntwo"))\(Self.string("Color", "red"))
      \(Self.string("PIN", "1234", " ProtectInMemory=\"True\""))
      \(Self.string("otp", "otpauth://totp/x?secret=JBSWY3DP"))
      <Times><CreationTime>2020-02-29T12:00:00Z</CreationTime></Times>
      <Binary><Key>scan.pdf</Key><Value Ref="0"/></Binary>\(history)</Entry>
      """
    let bin = "<Group><UUID>BIN=</UUID><Name>Recycle Bin</Name><Group><Name>x</Name>\(entry)</Group></Group>"
    let text = Self.file(
      "<Group><Name>Database</Name><Group><UUID>G</UUID><Name>Web</Name>\(entry)</Group>\(bin)</Group>",
      meta: "<RecycleBinEnabled>True</RecycleBinEnabled><RecycleBinUUID>BIN=</RecycleBinUUID>")
    let transfer = try read(text)
    #expect(transfer.unreadable.isEmpty)
    #expect(transfer.items.count == 2)
    let item = try #require(transfer.items.first)
    #expect(item.itemClass == .internetPassword && item.origin == "Web/Shop & Co")
    #expect(item.secret == Array("a<b🗝".utf8))
    #expect(item.attributes[.server] == .string("shop.example") && item.attributes[.account] == .string("anna"))
    #expect(item.attributes[.label] == .string("Shop & Co"))
    #expect(item.attributes[.comment] == .string("one\ntwo\nColor: red"))
    // 2020-02-29 12:00:00 UTC is 1582977600 seconds after 1970.
    #expect(item.attributes[.creationDate] == .date(1_582_977_600 - 978_307_200))
    #expect(transfer.items[1].secret == Array("otpauth://totp/x?secret=JBSWY3DP".utf8))
    #expect(
      transfer.notes == [
        "the recycle bin is not taken over: 1 entry", "attachments are not taken over: 1 entry",
        "further protected attributes are not taken over: 1 entry",
      ])
  }

  @Test func entriesThatCannotBeRead() throws {
    let group = { (entry: String) in Self.file("<Group><Name>Database</Name><Entry>\(entry)</Entry></Group>") }
    let encrypted = try read(
      group(Self.string("Title", "x") + Self.string("Password", "c2VjcmV0", " Protected=\"True\"")))
    #expect(encrypted.items.isEmpty && encrypted.unreadable.map(\.origin) == ["x"])
    let reference = try read(group(Self.string("Title", "x") + Self.string("Password", "{REF:P@I:46C9}")))
    #expect(reference.items.isEmpty && reference.unreadable.count == 1)
    #expect(try read(group(Self.string("Password", "p"))).unreadable.count == 1)
    #expect(try read(group("")).items.isEmpty)
  }

  /// The date in the form of newer files: the seconds since the year 1.
  @Test func aDateInBase64() throws {
    let seconds = UInt64(63_113_904_000 + 100)
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: seconds >> (8 * $0)) }
    let date = String(decoding: Base64.encode(bytes), as: UTF8.self)
    let transfer = try read(
      Self.file(
        "<Group><Entry>\(Self.string("Title", "x"))<Times><CreationTime>\(date)</CreationTime></Times></Entry></Group>")
    )
    #expect(transfer.items.first?.attributes[.creationDate] == .date(100))
  }

  @Test(arguments: [
    "", "x", "<a/>", "<KeePassFile>", "<KeePassFile/>", "<KeePassFile><Root></KeePassFile>",
    "<!DOCTYPE x [<!ENTITY a \"b\">]><KeePassFile><Root>&a;</Root></KeePassFile>",
    "<!DOCTYPE x SYSTEM \"file:///etc/passwd\"><KeePassFile><Root/></KeePassFile>",
    "<KeePassFile><Root>&unknown;</Root></KeePassFile>",
    "<KeePassFile><Root><Group><Name>\u{0}</Name></Group></Root></KeePassFile>",
  ]) func malformedFilesAreRefused(_ text: String) throws {
    #expect(throws: TransferFailure.self) { try read(text) }
  }

  @Test func deepGroupsAreRefused() throws {
    #expect(throws: TransferFailure.self) {
      try read("<KeePassFile><Root>" + String(repeating: "<Group>", count: 1000))
    }
  }

  /// Texts that do not belong to their place change nothing, and crash nothing.
  @Test(arguments: [
    "<Entry/>", "<String><Key>Title</Key></String>", "<History/>", "<Group><History><Entry/></History></Group>",
    "<Group><Entry><History><History/></History></Entry></Group>", "<Group><Entry><Value>x</Value></Entry></Group>",
    "<Group><Entry><Entry/></Entry></Group>", "<Group><Entry><Group/></Entry></Group>",
  ]) func strangePlaces(_ groups: String) throws {
    #expect(try read(Self.file(groups)).items.isEmpty)
  }
}
