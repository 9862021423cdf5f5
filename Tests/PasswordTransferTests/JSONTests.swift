import KeychainModel
import Testing

@testable import PasswordTransfer

@Suite struct JSONTests {
  private func written(_ items: [TransferItem]) -> [UInt8] {
    JSONItemWriter.beginning
      + items.enumerated().flatMap { JSONItemWriter.text(of: $1, isFirst: $0 == 0) }
      + JSONItemWriter.ending
  }

  @Test func valuesKeepTheirTypes() throws {
    let items = try read("json", try dataFile("items.json")).items
    try #require(items.count == 3)
    #expect(
      items[0].attributes
        == AttributeSet([
          .account: .string("anna"), .service: .string("mail\0\u{1F511}\\/"),
          .label: .data([0xFF]), .creator: .number(1_634_758_764),
          .creationDate: .date(725_857_445.5), .accessGroup: .string("team"),
          .synchronizable: .number(1),
        ]))
    #expect(items[0].secret == Array("päss\nword".utf8))
    #expect(items[1].secret == nil)
    #expect(items[1].attributes[.port] == .number(443))
    #expect(items[2].attributes[.creationDate] == .date(.infinity))
    #expect(items[2].secret == [0, 0xFF, 0x0A])
  }

  @Test func everythingThatIsWrittenIsReadAgain() throws {
    var items: [TransferItem] = []
    for byte in UInt8.min...UInt8.max {
      items.append(
        TransferItem(
          .genericPassword,
          attributes: [
            .account: .data([byte]), .service: .string(String(Unicode.Scalar(byte))),
            .creationDate: .date(Double(byte) / 7 - 9), .modificationDate: .date(-.infinity),
            .creator: .number(Int64(byte) << 55), .generic: .data([]),
            .accessControl: .data([byte, 0]),
          ], secret: [byte, 0, 0xC3, 0xA4], origin: ""))
      items.append(
        TransferItem(
          .internetPassword,
          attributes: [
            .server: .string(""), .protocolName: .number(1), .port: .string("http"),
            AttributeName("binn"): .data([byte]),
          ], secret: byte.isMultiple(of: 2) ? nil : [UInt8](repeating: byte, count: Int(byte)),
          origin: ""))
    }
    let again = try read("json", written(items)).items
    #expect(again.map(\.itemClass) == items.map(\.itemClass))
    #expect(again.map(\.attributes) == items.map(\.attributes))
    #expect(again.map(\.secret) == items.map(\.secret))
  }

  @Test func freeAttributesAreReadableAndReadAgain() throws {
    let map = try FreeAttributes(["service": "imap", "": "line 1\n\"2\"", "xdg:schema": "größe"])
    let attributes = AttributeSet([
      .service: .string("imap"), .freeAttributes: map.value, .accessList: .string("recorded"),
    ])
    let item = TransferItem(.genericPassword, attributes: attributes, secret: [1], origin: "line 4")
    let text = String(decoding: written([item]), as: UTF8.self)
    #expect(
      text.contains(#""freeAttributes": { "": "line 1\n\"2\"", "service": "imap", "xdg:schema": "größe" }"#))
    #expect(try read("json", Array(text.utf8)).items.map(\.attributes) == [attributes])
  }

  @Test(arguments: [#""text""#, #"{ "a": 1 }"#, #"{ "a": { "base64": "AA==" } }"#, "[]"])
  func wrongFreeAttributesStopTheImport(_ value: String) {
    let text = #"{"format":"latchkey-passwords","version":1,"items":[{"class":"genp","attributes":"#
    #expect(throws: TransferFailure.self) {
      try read("json", Array((text + "{\"freeAttributes\": \(value)},\"secret\":\"x\"}]}").utf8))
    }
  }

  @Test func datesThatAreNoNumberKeepTheirBits() throws {
    let odd = Double(bitPattern: 0x7FF8_0000_0000_0001)
    let item = TransferItem(
      .genericPassword, attributes: [.creationDate: .date(odd)], secret: [], origin: "")
    let again = try #require(try read("json", written([item])).items.first)
    #expect(again.attributes[.creationDate] == .date(odd))
  }

  @Test func exportWithoutItemsIsWhole() throws {
    #expect(try read("json", written([])).items.isEmpty)
  }

  @Test func base64IsThatOfTheStandard() {
    for (plain, encoded) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ] {
      #expect(Base64.encode(Array(plain.utf8)) == Array(encoded.utf8))
      #expect(Base64.decode(Array(encoded.utf8)) == Array(plain.utf8))
    }
    for wrong in [
      "Z", "Zg", "Zg=", "Zh==", "Zm9=", "====", "Z===", "Zg==Zg==", "Zm 9", "Zm9\u{7F}",
    ] {
      #expect(Base64.decode(Array(wrong.utf8)) == nil, "\(wrong)")
    }
  }
}
