import Foundation
import KeychainModel
import TestSupport
import Testing

@testable import Keychain
@testable import KeychainStore

/// docs/threat-model.md lists everything that the files reveal. Each new index or table requires a new line in that
/// list.
@Suite struct ThreatModelTests {
  /// The words that describe each indexed attribute in docs/threat-model.md.
  private static let words: [AttributeName: String] = [
    .service: "service", .account: "account", .server: "server", .label: "label",
    .generic: "generic", .applicationLabel: "application label", .applicationTag: "tag",
    .issuer: "issuer", .serialNumber: "serial number", .subject: "subject",
    .publicKeyHash: "public key hash",
  ]

  @Test func everyIndexedAttributeIsListed() throws {
    let page = try page()
    let start = try #require(page.range(of: "* which rows have an equal value"))
    let end = try #require(page.range(of: "* when the files were written"))
    let list = page[start.lowerBound..<end.lowerBound]
    for itemClass in [ItemClass.genericPassword, .internetPassword, .key, .certificate] {
      for attribute in ItemSchema.of(itemClass).indices.flatMap(\.attributes) {
        let word = try #require(Self.words[attribute], "\(attribute) is not listed")
        #expect(list.contains(word), "\(word)")
      }
    }
    let files = ["keybag.N", StoreLocation.lockName, StoreLocation.trustSettingsName]
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
        "store", "chunk", "quarantine", "genp", "inet", "inet_domain", "genp_pair", "genp_map",
        "keys", "cert", "change", "request", "work",
      ])
  }

  /// The words that describe the content of each column in docs/threat-model.md. Another test checks the columns of the
  /// search indices.
  private static let columnWords: [String: String] = [
    "id": "order of creation", "mark": "how many items of each class", "ref": "random numbers",
    "uuid": "random numbers", "key_id": "which of the keybag's keys", "pdmn": "accessibility class",
    "sync": "synchronizable flag", "tomb": "tombstone flag", "agrp": "rows are in the same group",
    "ukey": "two copies of the files", "tags": "(`tags`)", "meta": "their sizes",
    "secret": "their sizes", "seq": "their sizes", "data": "their sizes",
    "class": "which rows lie in quarantine", "item": "which rows lie in quarantine",
    "moved": "since when", "record": "which rows lie in quarantine", "domain": "parent domain",
    "keybag": "how often the keybag was changed", "digest": "random numbers",
    "file": "random numbers", "lock_generation": "how often it was locked",
    "commits": "and how often the database was", "genp": "how many items of each class",
    "inet": "how many items of each class", "keys": "how many items of each class",
    "cert": "how many items of each class", "policy": "who may use an item",
    "pair": "free attributes", "map": "free attributes", "kind": "items were changed last",
    "version": "items were changed last", "client": "requests", "request": "requests",
    "status": "requests", "refs": "requests", "time": "requests",
    "place": "how far a rotation of keys",
  ]

  @Test func everyColumnIsListed() throws {
    let page = try page()
    let start = try #require(page.range(of: "reveals the following facts"))
    let end = try #require(page.range(of: "reveal no value of an item"))
    let list = page[start.lowerBound..<end.lowerBound]
    let store = try TestKeychain()
    #expect(store.status() == 0)
    let columns = Set(
      try Connection(path: store.folder("keychain.db")).rows(
        "SELECT c.name FROM sqlite_schema s JOIN pragma_table_info(s.name) c WHERE s.type = 'table'"
      ) { $0.text(0) })
    #expect(columns.count > 20)
    for column in columns where !column.hasPrefix("by_") {
      let words = try #require(Self.columnWords[column], "\(column) is not listed")
      #expect(list.contains(words), "\(words)")
    }
    #expect(Set(Self.columnWords.keys).isSubset(of: columns))
  }

  /// The page's text with one space in the place of each line break.
  private func page() throws -> String {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let bytes = try TemporaryDirectory.readFile("/\(package)/docs/threat-model.md")
    return String(decoding: bytes, as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
