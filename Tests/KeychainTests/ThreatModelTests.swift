import Foundation
import KeychainModel
import TestSupport
import Testing

@testable import Keychain
@testable import KeychainStore

/// docs/threat-model.md lists what the files reveal: an index or a table more is a line more there.
@Suite struct ThreatModelTests {
  /// What the list calls each attribute that rows are found by.
  private static let words: [AttributeName: String] = [
    .service: "service", .account: "account", .server: "server", .label: "label",
    .generic: "generic", .applicationLabel: "application\n  label", .applicationTag: "tag",
    .issuer: "issuer", .serialNumber: "serial number", .subject: "subject",
    .publicKeyHash: "public\n  key hash",
  ]

  @Test func everyIndexedAttributeIsListed() throws {
    let page = try page()
    let start = try #require(page.range(of: "* which rows share an equal value"))
    let end = try #require(page.range(of: "* when files were written"))
    let list = page[start.lowerBound..<end.lowerBound]
    for itemClass in [ItemClass.genericPassword, .internetPassword, .key, .certificate] {
      for attribute in ItemSchema.of(itemClass).indices.flatMap(\.attributes) {
        let word = try #require(Self.words[attribute], "\(attribute) is not listed")
        #expect(list.contains(word), "\(word)")
      }
    }
    let files = [
      StoreLocation.changesName, StoreLocation.attemptsName, StoreLocation.keybagName,
      StoreLocation.stateName, StoreLocation.lockName, StoreLocation.trustSettingsName,
    ]
    for word in ["parent domain", "quarantine", "(`tags`)"] + files.map({ "`\($0)`" }) {
      #expect(list.contains(word), "\(word)")
    }
  }

  @Test func everyTableIsOneThatTheListKnows() {
    let tables = "\(StoreSchema.definitionText)".components(separatedBy: "CREATE TABLE ")
      .dropFirst().map {
        String($0.prefix { $0 != " " })
      }
    #expect(
      Set(tables) == [
        "store", "chunk", "quarantine", "genp", "inet", "inet_domain", "keys", "cert",
      ])
  }

  private func page() throws -> String {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let bytes = try TemporaryDirectory.readFile("/\(package)/docs/threat-model.md")
    return String(decoding: bytes, as: UTF8.self)
  }
}
