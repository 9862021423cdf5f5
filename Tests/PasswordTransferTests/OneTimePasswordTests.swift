import KeychainModel
import Testing

@testable import PasswordTransfer

/// Seeds of one-time passwords become separate items. No part of a row is dropped without a note.
@Suite struct OneTimePasswordTests {
  private func transfer(_ name: String) throws -> Transfer {
    try read("csv", try dataFile(name))
  }

  @Test func seedsOfBitwardenAreItemsBesideTheirLogins() throws {
    let transfer = try transfer("bitwarden.csv")
    let items = transfer.items
    try #require(items.count == 5)
    #expect(items[0].itemClass == .internetPassword)
    #expect(items[0].secret == Array("p1".utf8))
    #expect(items[1].itemClass == .genericPassword)
    #expect(
      items[1].attributes
        == AttributeSet([
          .service: .string("otp:https://shop.example.com/in"), .type: .number(0x746F_7470),
          .description: .string("one-time password"), .account: .string("anna"),
          .label: .string("Shop"),
        ]))
    #expect(items[1].secret == Array("JBSWY3DPEHPK3PXP".utf8))
    #expect(items[1].origin == "line 2")
    #expect(items[2].attributes[.comment] == .string("behind it"))
    #expect(items[3].attributes[.service] == .string("otp:Router"))
    #expect(items[3].secret == Array("otpauth://totp/Router?secret=JBSWY3DPEHPK3PXP".utf8))
    // The entry contains only a seed.
    #expect(items[4].attributes[.service] == .string("otp:https://only.example/"))
    #expect(
      transfer.notes == [
        "the column \"folder\" is not taken over: 1 entry",
        "the column \"favorite\" is not taken over: 1 entry",
        "the column \"type\" is not taken over: 3 entries",
        "the column \"fields\" is not taken over: 1 entry",
        "the column \"reprompt\" is not taken over: 3 entries",
      ])
  }

  @Test func seedsOfKeePassXCAndOnePasswordAreItems() throws {
    let keePass = try transfer("keepassxc.csv").items
    try #require(keePass.count == 3)
    #expect(keePass[1].attributes[.service] == .string("otp:https://shop.example.com:8443/"))
    #expect(keePass[1].secret?.starts(with: "otpauth://totp/Shop:anna?secret=".utf8) == true)
    let onePassword = try transfer("1password.csv").items
    try #require(onePassword.count == 2)
    #expect(onePassword[0].attributes[.comment] == .string("note"))
    #expect(onePassword[1].secret == Array("otpauth://totp/Shop?secret=JBSWY3DP".utf8))
  }

  @Test func seedsOfLoginsThatDifferDoNotMeet() throws {
    let text = """
      name,url,username,password,totp
      a,https://h.example/1,anna,p,AAAA
      b,https://h.example/2,anna,p,BBBB
      c,http://h.example/1,anna,p,CCCC
      d,https://h.example:81/1,anna,p,DDDD
      h.example,,anna,p,EEEE

      """
    let items = try read("csv", Array(text.utf8)).items
    #expect(items.count == 10)
    #expect(Set(items.map { $0.uniquenessKey(accessGroup: "login") }).count == 10)
  }

  @Test func loginAndSeedAreWrittenInOneLine() throws {
    let items = try transfer("bitwarden.csv").items
    let line = try #require(CSVWriter.line(of: items[0], seed: items[1].secret))
    #expect(text(line) == "Shop,https://shop.example.com/in,anna,p1,,JBSWY3DPEHPK3PXP\n")
    let alone = try #require(CSVWriter.line(of: items[3]))
    #expect(
      text(alone) == "Router,,admin,,,otpauth://totp/Router?secret=JBSWY3DPEHPK3PXP\n")
    #expect(CSVWriter.line(of: items[0], seed: [0xFF]) == nil)
  }

  /// Earlier versions stored an `otpauth://` URL in the comment of an item.
  @Test func commentKeepsAnotherSeed() throws {
    var item = try transfer("bitwarden.csv").items[0]
    item.attributes[.comment] = .string("x\notpauth://totp/a?secret=AA")
    func line(_ seed: String?) -> String? {
      CSVWriter.line(of: item, seed: seed.map { Array($0.utf8) }).map(text)
    }
    let once = "Shop,https://shop.example.com/in,anna,p1,x,otpauth://totp/a?secret=AA\n"
    #expect(line(nil) == once)
    #expect(line("otpauth://totp/a?secret=AA") == once)
    #expect(
      line("BB")
        == "Shop,https://shop.example.com/in,anna,p1,\"x\notpauth://totp/a?secret=AA\",BB\n")
  }

  @Test func whatAnItemHasNoPlaceForIsCounted() throws {
    let text = """
      title,url,username,password,httpRealm,timeCreated
      a,https://ben:pw@h.example,anna,p,,never
      b,sftp://ben:pw@h.example,anna,p,The Realm,
      c,https://ben@h.example,anna,p,,1000
      d,https://ben@h.example/d,,p,,

      """
    let transfer = try read("csv", Array(text.utf8))
    #expect(
      transfer.notes == [
        "the column \"timeCreated\" is not taken over: 1 entry",
        "the password within the address is not taken over: 2 entries",
        "the user within the address, who is not that of the entry, is not taken over: 2 entries",
      ])
    #expect(transfer.items[1].attributes[.comment] == .string("httpRealm: The Realm"))
  }

  @Test func namesOfASeedAreItsAddressAndItsHost() {
    #expect(
      OneTimePasswordItem.names(ofService: "otp:https://h.example:81/x")
        == ["https://h.example:81/x", "h.example"])
    #expect(OneTimePasswordItem.names(ofService: "otp:The Router") == ["The Router"])
    #expect(OneTimePasswordItem.names(ofService: "Router") == [])
  }
}
