import Foundation
import Keychain
import KeychainLog
import KeychainModel
import Testing

@testable import Security

/// Nothing that a program stores, searches for or mistakes for something else gets into the log, at
/// any level.
@Suite("Log") struct LeakTests {
  /// Keeps lines and fields as they would be written.
  private final class Sink: LogSink {
    private let kept = Guarded<String>("")
    var text: String { kept.withLock { $0 } }

    func write(_ entry: LogEntry) {
      let fields = JournalSink { [kept] fields in
        kept.withLock {
          $0 += String(decoding: Array(fields.joined(separator: [10])), as: UTF8.self) + "\n"
        }
      }
      fields.write(entry)
    }
  }

  private static let marker = "Zw8kMarkeQ"
  private static let number = 1_517_371_699

  /// The marker as a log might show it.
  private static var spellings: [String] {
    let bytes = Array(marker.utf8)
    let hex = bytes.map { String($0, radix: 16) }.joined()
    // Base64 of text in the midst of other text depends on where it begins.
    let base64 = (0..<3).map { shift in
      let text = Data(Array(repeating: 0, count: shift) + bytes).base64EncodedString()
      return String(text.dropFirst(shift == 0 ? 0 : 4).dropLast(4))
    }
    return [marker, String(marker.reversed()), hex, hex.uppercased(), "\(number)", "5A713733"]
      + base64
  }

  private static func value(_ name: String) -> String { "\(name) \(marker) \(name)" }

  private let sink = Sink()
  private let keychain: TestKeychain

  init() throws {
    keychain = try TestKeychain().seen(by: ["app \(Self.marker)", "login"])
  }

  private func expectNoMarker(_ note: String) {
    for spelling in Self.spellings {
      #expect(
        sink.text.range(of: spelling, options: .caseInsensitive) == nil, "\(spelling), \(note)")
    }
  }

  private static let texts = [
    "acct", "svce", "labl", "desc", "icmt", "alis", "srvr", "sdmn", "path", "vwht",
  ]

  private func item(_ itemClass: String) -> Query {
    var item: Query = ["class": itemClass, "v_Data": Data(Self.value("secret").utf8)]
    let names = itemClass == "genp" ? ["acct", "svce"] : ["acct", "srvr", "sdmn", "path"]
    for name in names + ["labl", "desc", "icmt"] { item[name] = Self.value(name) }
    if itemClass == "genp" { item["gena"] = Data(Self.value("gena").utf8) }
    item["crtr"] = Self.number
    return item
  }

  @Test("The four functions, right and wrong, tell no value", .embedded(.readsTheLog))
  func fourFunctions() {
    Log.capturing(to: sink) {
      for itemClass in ["genp", "inet"] {
        let item = item(itemClass)
        #expect(keychain.add(item).status == 0)
        #expect(keychain.add(item).status == -25299)
        let query: Query = ["class": itemClass, "acct": Self.value("acct")]
        #expect(keychain.find(query + [kSecReturnData: true]).status == 0)
        #expect(keychain.find(query + ["labl": Self.value("other")]).status == -25300)
        #expect(keychain.find(query + ["agrp": Self.value("agrp")]).status == -34018)
        #expect(keychain.add(item + ["agrp": Self.value("agrp")]).status == -34018)
        #expect(keychain.update(query, ["labl": Self.value("new"), "v_Data": Data()]) == 0)
        #expect(keychain.update(query, ["agrp": Self.value("agrp")]) == -34018)
        for name in Self.texts + [Self.marker, "v_\(Self.marker)", "m_\(Self.marker)"] {
          // A value of a wrong type, an unknown attribute, and a value in the place of a key.
          _ = keychain.find(query + [name: [Self.value("array")]])
          _ = keychain.add(item + [name: NSObject()])
          _ = keychain.update(query, [name: [Self.value("array")]])
          _ = keychain.delete(query + [name: Date()])
        }
        for key in [Self.marker, "Zw8k", "r_\(Self.marker)", "u_\(Self.marker)"] {
          _ = keychain.find(query + [key: Self.value("value")])
          _ = keychain.add(item + [key: Self.value("value")])
          _ = keychain.update(query, [key: Self.value("value")])
          _ = keychain.delete(query + [key: Self.value("value")])
        }
        _ = keychain.find(["class": Self.value("class")])
        _ = keychain.find(query + ["v_PersistentRef": Data(Self.marker.utf8)])
        _ = keychain.find(query + ["m_Limit": Self.value("limit")])
        _ = keychain.add(item + ["pdmn": Self.value("pdmn"), "sync": Self.value("sync")])
        #expect(keychain.delete(query) == 0)
        #expect(keychain.delete(query) == -25300)
      }
    }
    // Something was logged at all: failures of each function.
    for name in ["SecItemAdd", "SecItemCopyMatching", "SecItemUpdate", "SecItemDelete"] {
      #expect(sink.text.contains("MESSAGE=\(name)"), "\(name)")
    }
    #expect(sink.text.contains("LATCHKEY_STATUS=-34018"))
    #expect(sink.text.contains("a keychain was made"))
    expectNoMarker("four functions")
  }

  @Test("Wrong dictionaries tell no value") func randomDictionaries() {
    var dictionaries = RandomDictionaries(seed: 77)
    Log.capturing(to: sink) {
      for _ in 0..<300 {
        let wrong = dictionaries.dictionary().mutableCopy() as? NSMutableDictionary ?? [:]
        wrong["labl"] = Self.value("labl")
        wrong[Self.value("key")] = Self.value("value")
        _ = keychain.add(wrong)
        _ = keychain.find(wrong)
        _ = keychain.update(wrong, wrong)
      }
    }
    #expect(!sink.text.isEmpty)
    expectNoMarker("wrong dictionaries")
  }

  @Test("Malformed entitlements are told, with the file that holds them") func entitlements() throws {
    try keychain.folder.write(Array("<plist>\(Self.marker)".utf8), to: "wrong.entitlements")
    Log.capturing(to: sink) {
      for path in [keychain.folder("wrong.entitlements"), keychain.folder("missing")] {
        #expect(throws: KeychainError.self) {
          try ProcessCaller.caller(entitlements: path, executable: nil)
        }
        #expect(sink.text.contains(path))
      }
    }
    #expect(sink.text.contains("LATCHKEY_STATUS=-34018"))
    #expect(sink.text.contains("PRIORITY=3"))
    expectNoMarker("entitlements")
  }
}
