import Foundation
import Security
import ServiceTestSupport
import TestSupport
import Testing

/// Tests that the log contains no value that a program stores, searches for or passes by mistake, at any log level.
@Suite("Log") struct LeakTests {
  private let log = CapturedLog()
  private let keychain: TestKeychain

  init() throws {
    keychain = try TestKeychain().seen(by: ["app \(LeakMarker.text)", "login"])
  }

  private func expectNoMarker(_ note: String) {
    #expect(LeakMarker.spellings(in: log.text) == [], "\(note)")
  }

  private static let texts = [
    "acct", "svce", "labl", "desc", "icmt", "alis", "srvr", "sdmn", "path", "vwht",
  ]

  private func item(_ itemClass: String) -> Query {
    var item: Query = ["class": itemClass, "v_Data": Data(LeakMarker.value("secret").utf8)]
    let names = itemClass == "genp" ? ["acct", "svce"] : ["acct", "srvr", "sdmn", "path"]
    for name in names + ["labl", "desc", "icmt"] { item[name] = LeakMarker.value(name) }
    if itemClass == "genp" { item["gena"] = Data(LeakMarker.value("gena").utf8) }
    item["crtr"] = LeakMarker.number
    return item
  }

  @Test("Correct and wrong calls of the item functions log no value", .embedded(.readsTheLog))
  func fourFunctions() {
    log.capture {
      for itemClass in ["genp", "inet"] {
        let item = item(itemClass)
        #expect(keychain.add(item).status == 0)
        #expect(keychain.add(item).status == -25299)
        let query: Query = ["class": itemClass, "acct": LeakMarker.value("acct")]
        #expect(keychain.find(query + [kSecReturnData: true]).status == 0)
        #expect(keychain.find(query + ["labl": LeakMarker.value("other")]).status == -25300)
        #expect(keychain.find(query + ["agrp": LeakMarker.value("agrp")]).status == -34018)
        #expect(keychain.add(item + ["agrp": LeakMarker.value("agrp")]).status == -34018)
        #expect(keychain.update(query, ["labl": LeakMarker.value("new"), "v_Data": Data()]) == 0)
        #expect(keychain.update(query, ["agrp": LeakMarker.value("agrp")]) == -34018)
        for name in Self.texts + [LeakMarker.text, "v_\(LeakMarker.text)", "m_\(LeakMarker.text)"] {
          // Each of these calls contains a value of a wrong type, or a key that contains the marker.
          _ = keychain.find(query + [name: [LeakMarker.value("array")]])
          _ = keychain.add(item + [name: NSObject()])
          _ = keychain.update(query, [name: [LeakMarker.value("array")]])
          _ = keychain.delete(query + [name: Date()])
        }
        for key in [LeakMarker.text, "Zw8k", "r_\(LeakMarker.text)", "u_\(LeakMarker.text)"] {
          _ = keychain.find(query + [key: LeakMarker.value("value")])
          _ = keychain.add(item + [key: LeakMarker.value("value")])
          _ = keychain.update(query, [key: LeakMarker.value("value")])
          _ = keychain.delete(query + [key: LeakMarker.value("value")])
        }
        _ = keychain.find(["class": LeakMarker.value("class")])
        _ = keychain.find(query + ["v_PersistentRef": Data(LeakMarker.text.utf8)])
        _ = keychain.find(query + ["m_Limit": LeakMarker.value("limit")])
        _ = keychain.add(
          item + ["pdmn": LeakMarker.value("pdmn"), "sync": LeakMarker.value("sync")])
        #expect(keychain.delete(query) == 0)
        #expect(keychain.delete(query) == -25300)
      }
    }
    // The log must contain failures of every function. Otherwise the test proves nothing.
    for name in ["SecItemAdd", "SecItemCopyMatching", "SecItemUpdate", "SecItemDelete"] {
      #expect(log.text.contains("MESSAGE=\(name)"), "\(name)")
    }
    #expect(log.text.contains("LATCHKEY_STATUS=-34018"))
    #expect(log.text.contains("a keychain was made"))
    expectNoMarker("four functions")
  }

  @Test("Calls with random dictionaries log no value") func randomDictionaries() {
    var dictionaries = RandomDictionaries(seed: 77)
    log.capture {
      for _ in 0..<300 {
        let wrong = dictionaries.dictionary().mutableCopy() as? NSMutableDictionary ?? [:]
        wrong["labl"] = LeakMarker.value("labl")
        wrong[LeakMarker.value("key")] = LeakMarker.value("value")
        _ = keychain.add(wrong)
        _ = keychain.find(wrong)
        _ = keychain.update(wrong, wrong)
      }
    }
    #expect(!log.text.isEmpty)
    expectNoMarker("wrong dictionaries")
  }
}
