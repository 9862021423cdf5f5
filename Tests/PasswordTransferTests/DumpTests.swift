import KeychainModel
import Testing

@testable import PasswordTransfer

@Suite struct DumpTests {
  @Test func dumpsOfMacOSAreRead() throws {
    let transfer = try read("dump", try dataFile("macos-dump.txt"))
    try #require(transfer.items.count == 3)
    let generic = transfer.items[0]
    #expect(generic.itemClass == .genericPassword)
    #expect(
      generic.attributes
        == AttributeSet([
          .label: .string("AirPort"), .account: .string("home network"),
          .creationDate: .date(725_857_445), .modificationDate: .date(725_857_445),
          .creator: .number(0x6161_706C), .description: .string("AirPort network password"),
          .generic: .data([0, 0xFF]), AttributeName("invi"): .number(1),
          .service: .string("AirPort"),
        ]))
    #expect(generic.secret == Array(#"pass "word""#.utf8))
    let internet = transfer.items[1]
    #expect(internet.itemClass == .internetPassword)
    #expect(internet.attributes[.label] == .string("Müller"))
    #expect(internet.attributes[.port] == .number(443))
    #expect(internet.attributes[.protocolName] == .string("htps"))
    #expect(internet.attributes[.securityDomain] == .string(""))
    #expect(internet.attributes[.path] == nil)
    #expect(internet.attributes[.creationDate] == .date(730_943_999))
    #expect(internet.secret == [0x0A, 0x0D, 0x00, 0xFF])
    #expect(transfer.items[2].secret == [])
    #expect(transfer.unreadable.map(\.origin) == ["line 75"])
    #expect(transfer.notes == ["2 items that are no passwords are passed over"])
  }

  @Test func linesMayEndInAnyWay() throws {
    let input = try dataFile("macos-dump.txt")
    let windows = input.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    #expect(
      try read("dump", windows).items.map(\.secret) == read("dump", input).items.map(\.secret))
  }

  @Test func itemWithoutAClassIsUnreadable() throws {
    let transfer = try read("dump", Array("keychain: \"x\"\nversion: 512\n".utf8))
    #expect(transfer.items.isEmpty)
    #expect(
      transfer.unreadable == [
        .init(origin: "line 1", reason: "the dump does not say what kind of item it is")
      ])
  }

  @Test func emptyDumpHasNoItems() throws { #expect(try read("dump", []).items.isEmpty) }

  @Test(arguments: [
    ("20010101000000Z", 0), ("20000229120000Z", -26_481_600), ("19700101000000Z", -978_307_200),
    ("00000101000000Z", -63_145_526_400), ("99991231235959Z", 252_423_993_599),
  ]) func timesAreSecondsSinceTheReferenceDate(text: String, seconds: Double) {
    #expect(CompactTime.sinceReference(Array(text.utf8) + [0]) == seconds)
  }

  @Test(arguments: [
    "", "2024", "20241301000000Z", "20240100000000Z", "20240101240000Z", "2024010100000ZZ",
  ])
  func otherTimesAreNone(text: String) {
    #expect(CompactTime.sinceReference(Array(text.utf8)) == nil)
  }
}
