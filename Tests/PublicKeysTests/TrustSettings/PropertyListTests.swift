import KeychainModel
import Testing

@testable import CertificateTrust
@testable import X509Certificates
@testable import PropertyLists

/// Tests of the XML form of property lists.
@Suite struct PropertyListTests {
  private func read(_ body: String) -> PropertyListValue? {
    try? PropertyListReader.read(
      Array("<?xml version=\"1.0\"?><plist version=\"1.0\">\(body)</plist>".utf8))
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let value = PropertyListValue.dictionary([
      "strings": .array([.string(""), .string("a & <b> “c”\r\n\t"), .string("&amp;")]),
      "data": .array([.data([]), .data(Array(0...255)), .data([1])]),
      "numbers": .array([.integer(.min), .integer(-1), .integer(.max), .real(0.5)]),
      "flags": .array([.boolean(true), .boolean(false)]),
      "dates": .array([.date(0), .date(788_918_400), .date(-1)]),
      "<&>": .dictionary([:]), "none": .array([]),
    ])
    #expect(try PropertyListReader.read(PropertyListWriter.write(value)) == value)
  }

  @Test func whatOthersWriteIsRead() {
    #expect(
      read("\n<!-- a --><dict >\n<key>a</key><!-- b -->\n<data>\n AQ\tID\n </data></dict>\n")
        == .dictionary(["a": .data([1, 2, 3])]))
    #expect(read("<string>&lt;&#65;&#x42;&apos;&quot;&gt;</string>") == .string("<AB'\">"))
    #expect(read("<true></true>") == .boolean(true))
    #expect(read("<date>2026-01-01T00:00:00Z</date>") == .date(788_918_400))
    let bare = Array("\u{FEFF}<!DOCTYPE plist PUBLIC \"a\" \"b\"><plist><dict/></plist>\n".utf8)
    #expect((try? PropertyListReader.read(bare)) == .dictionary([:]))
  }

  @Test(arguments: [
    "", "<dict>", "<dict><key>a</key></dict>", "<dict><string>a</string></dict>",
    "<dict><key>a</key><true/><key>a</key><true/></dict>", "<dict/><dict/>", "<x/>",
    "<string a=\"b\"/>", "<string>&x;</string>", "<string>&#0;</string>",
    "<string>&#xD800;</string>", "<string>a</data>", "<data>A</data>", "<data>A===</data>",
    "<integer>+1</integer>", "<integer>1.5</integer>", "<integer>9223372036854775808</integer>",
    "<integer></integer>", "<date>2026-02-30T00:00:00Z</date>", "<date>now</date>",
    "<array><true/>", "<array></dict>", "</plist>", "<string><![CDATA[a]]></string>",
    "<!DOCTYPE plist [<!ENTITY a \"b\">]><dict/>", "<true>x</true>", "text", "<dict/>text",
  ])
  func anythingElseIsRefused(body: String) { #expect(read(body) == nil) }

  @Test func depthAndLettersAreBounded() throws {
    func nested(_ count: Int) -> String {
      String(repeating: "<array>", count: count) + String(repeating: "</array>", count: count)
    }
    #expect(read(nested(16)) != nil)
    #expect(read(nested(17)) == nil)
    #expect(read(nested(100_000)) == nil)
    let bytes = Array("<plist><string>".utf8) + [0xFF] + Array("</string></plist>".utf8)
    #expect(throws: KeychainError.self) { try PropertyListReader.read(bytes) }
  }

  @Test func everyTruncationIsRefused() throws {
    let whole = PropertyListWriter.write(
      .dictionary(["a": .array([.string("b"), .data([1, 2, 3]), .date(0)])]))
    // The last byte is a line feed. The reader does not require the line feed.
    for count in 0..<whole.count - 1 {
      #expect(throws: KeychainError.self) { try PropertyListReader.read(Array(whole[..<count])) }
    }
  }

  @Test(
    arguments: [
      ("1.2.840.113635.100.1.3", [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x01, 0x03]),
      ("2.5.29.37.0", [0x55, 0x1D, 0x25, 0x00]), ("2.999.1", [0x88, 0x37, 0x01]), ("0.0", [0]),
    ] as [(String, [UInt8])])
  func identifiersAreTextAndOctets(text: String, octets: [UInt8]) {
    #expect(ObjectIdentifierText.text(octets) == text)
    #expect(ObjectIdentifierText.octets(text) == octets)
  }

  @Test func whatIsNoIdentifierIsRefused() {
    for text in [
      "", "1", "3.1", "1.40", "1..2", "1.2.", "1.02", "a.b", "1.-2", "1.99999999999999999999",
    ] {
      #expect(ObjectIdentifierText.octets(text) == nil, "\(text)")
    }
    for octets in [[], [0x80], [0x2A, 0x86], [0x2A, 0x80, 0x01]] as [[UInt8]] {
      #expect(ObjectIdentifierText.text(octets) == nil)
    }
    #expect(ObjectIdentifierText.text([UInt8](repeating: 0xFF, count: 20)) == nil)
  }
}
