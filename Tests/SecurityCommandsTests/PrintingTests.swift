import Keychain
import KeychainModel
import Testing

@testable import SecurityCommands

@Suite struct PrintingTests {
  private func text(_ append: (inout [UInt8]) -> Void) -> String {
    var output: [UInt8] = []
    append(&output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test func bytesPrintAsTextOrAsDigitsWithTheTextBeside() throws {
    for fields in try vectors("byte-rule") {
      let bytes = try #require(HexadecimalText.bytes(Array(fields[1].utf8)))
      #expect(text { ByteFormat.append(bytes, to: &$0) } == fields[0])
    }
  }

  @Test(arguments: [
    ("jürgen", #"0x6AC3BC7267656E  "j\303\274rgen"  "jürgen""#), ("ü", #"0xC3BC  "ü""#),
    (#"a\b"#, #"0x615C62  "a\134b"  "a\b""#), ("plain", #""plain""#),
    ("a\u{9}ü", #"0x6109C3BC  "a\011\303\274""#), ("\u{202E}", "0xE280AE "),
    ("\u{E000}", "0xEE8080 "), ("\u{9B}1m", #"0xC29B316D  "\302\2331m""#),
    ("\u{FEFF}", "0xEFBBBF "), ("", ""),
  ]) func personAtATerminalReadsTextBesideItsDigits(value: String, shown: String) {
    #expect(text { ByteFormat.append(value.utf8, to: &$0, forReader: true) } == shown)
  }

  @Test func secretsPrintWithTheirTextBesideThemAtATerminal() {
    #expect(SecretText.bytes(of: Array("ü".utf8), forReader: true) == Array("c3bc  \"ü\"".utf8))
    #expect(SecretText.bytes(of: [0xFF], forReader: true) == Array("ff".utf8))
    #expect(SecretText.bytes(of: Array("ab".utf8), forReader: true) == Array("ab".utf8))
  }

  @Test func onlyValuesOfBytesHaveTheirTextBesideThem() {
    let reader = ItemPrinter(keychainPath: "/k", showsEverything: false, forReader: true)
    let lines = String(decoding: reader.description(of: genericPassword), as: UTF8.self)
    #expect(lines.contains("\"acct\"<blob>=0x6AC3BC7267656E  \"j\\303\\274rgen\"  \"jürgen\"\n"))
    let other = ItemPrinter(keychainPath: "/k", showsEverything: false)
    let plain = String(decoding: other.description(of: genericPassword), as: UTF8.self)
    #expect(lines.split(separator: "\n").count == plain.split(separator: "\n").count)
    for line in plain.split(separator: "\n") where !line.contains("<blob>=0x") {
      #expect(lines.contains("\(line)\n"))
    }
  }

  @Test func numbersPrintAsTheirFourBytes() throws {
    for fields in try vectors("number-rule") {
      let number = try #require(UInt32(fields[1], radix: 16))
      #expect(text { ByteFormat.append(number, to: &$0) } == fields[0])
    }
  }

  @Test func datesPrintInUTC() throws {
    for fields in try vectors("dates") {
      let seconds = try #require(Double(fields[1]))
      #expect(UTCTime(sinceReference: seconds)?.compact == fields[0])
    }
    #expect(UTCTime(sinceReference: 725857445)?.spaced == "2024-01-02 03:04:05 UTC")
    for seconds in [Double.nan, .infinity, -.infinity, 252423993600, -63145526401, 1e300] {
      #expect(UTCTime(sinceReference: seconds) == nil)
    }
  }

  @Test func secretsPrintAsTheyAreOrAsBareDigits() {
    #expect(SecretText.bytes(of: []) == [])
    #expect(SecretText.bytes(of: Array(#"a\"b ~"#.utf8)) == Array(#"a\"b ~"#.utf8))
    #expect(SecretText.bytes(of: [0x61, 0x0A]) == Array("610a".utf8))
    #expect(SecretText.bytes(of: Array("ü".utf8)) == Array("c3bc".utf8))
  }

  private let genericPassword = Item(
    .genericPassword, identifier: RowIdentifier(high: 1, low: 2),
    attributes: AttributeSet([
      .account: .string("jürgen"), .service: .data([0, 1]), .label: .string(""),
      .creationDate: .date(725857445), .modificationDate: .date(.nan),
      .creator: .number(0x6161_706C), .type: .number(7), .generic: .data([0x5C]),
      .comment: .number(1), .description: .string("kind"), .accessGroup: .string("login"),
      .accessible: .string("ak"), .synchronizable: .number(1), AttributeName("scrp"): .number(-1),
      AttributeName("invi"): .number(1 << 40),
    ]))

  private let internetPassword = Item(
    .internetPassword, identifier: RowIdentifier(high: 1, low: 2),
    attributes: AttributeSet([
      .account: .string(""), .server: .string("git.example.com"), .label: .string("git"),
      .securityDomain: .string(""), .path: .string(""), .authenticationType: .string("dflt"),
      .protocolName: .string("htps"), .port: .number(443), .creationDate: .date(0),
      .modificationDate: .date(0), AttributeName("alis"): .string("alias"),
    ]))

  @Test func genericPasswordPrintsAsOnMacOS() throws {
    let printer = ItemPrinter(keychainPath: "/data/latchkey/keychain.db", showsEverything: false)
    let printed = String(decoding: printer.description(of: genericPassword), as: UTF8.self)
    #expect(printed == (try dataFile("Golden/generic-password.txt")))
  }

  @Test func internetPasswordPrintsAsOnMacOS() throws {
    let printer = ItemPrinter(keychainPath: "/data/späti/keychain.db", showsEverything: false)
    let printed = String(decoding: printer.description(of: internetPassword), as: UTF8.self)
    #expect(printed == (try dataFile("Golden/internet-password.txt")))
  }

  /// The attributes of a key are printed under their numbers. The printed class is the key class.
  @Test func keyPrintsAsOnMacOS() throws {
    let key = Item(
      .key, identifier: RowIdentifier(high: 1, low: 2),
      attributes: AttributeSet([
        .keyClass: .number(1), .label: .string("signing"), AttributeName("perm"): .number(1),
        AttributeName("priv"): .number(1), AttributeName("modi"): .number(1),
        .applicationLabel: .data(Array(0x10...0x23)), .applicationTag: .data([]),
        .creator: .number(0), .type: .number(42), .keySize: .number(2048),
        AttributeName("esiz"): .number(2048), AttributeName("sdat"): .date(0),
        AttributeName("edat"): .date(725_857_445), AttributeName("sens"): .number(0),
        AttributeName("sign"): .number(1), .accessGroup: .string("login"),
      ]))
    let printer = ItemPrinter(keychainPath: "/data/latchkey/keychain.db", showsEverything: false)
    let printed = String(decoding: printer.description(of: key), as: UTF8.self)
    #expect(printed == (try dataFile("Golden/private-key.txt")))
  }

  @Test(
    arguments: [
      (.number(0), "0x0000000F "), (.number(2), "0x00000011 "), (.number(7), "\"keys\""),
      (.string("x"), "\"keys\""),
    ] as [(AttributeValue, String)])
  func classOfAKeyIsPartOfItsItemClass(_ keyClass: AttributeValue, _ expected: String) {
    let key = Item(
      .key, identifier: RowIdentifier(high: 1, low: 2),
      attributes: AttributeSet([.keyClass: keyClass]))
    let printed = ItemPrinter(keychainPath: "/k", showsEverything: false).description(of: key)
    let lines = String(decoding: printed, as: UTF8.self).split(separator: "\n")
    #expect(lines[2] == "class: \(expected)")
  }

  @Test func ourAttributesFollowWhenAskedFor() {
    let short = ItemPrinter(keychainPath: "/k", showsEverything: false)
    let long = ItemPrinter(keychainPath: "/k", showsEverything: true)
    let further = long.description(of: genericPassword)
      .dropFirst(short.description(of: genericPassword).count)
    #expect(
      String(decoding: further, as: UTF8.self) == """
            "agrp"<blob>="login"
            "pdmn"<blob>="ak"
            "sync"<sint32>=0x00000001 

        """)
  }
}
