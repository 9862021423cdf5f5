import CoreFoundation
import XCTest

@testable import Records

final class RecordTests: XCTestCase {
  func testRecordsOfAServer() {
    let server = "records.example.com" as CFString
    for (account, port) in [("anna", 443), ("ben", 8443)] {
      let item: [CFString: Any] = [
        kSecClass: kSecClassInternetPassword, kSecAttrServer: server, kSecAttrAccount: account,
        kSecAttrPort: port as CFNumber, kSecAttrProtocol: kSecAttrProtocolHTTPS,
        kSecValueData: "geheim".data(using: .utf8) as Any,
      ]
      XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecSuccess)
    }
    let (records, status) = RecordSearch(server: server).run()
    XCTAssertEqual(status, errSecSuccess)
    XCTAssertEqual(records.map { $0.account as String }.sorted(), ["anna", "ben"])
    XCTAssertEqual(records.map(\.port).sorted(), [443, 8443])
    XCTAssertNil(Record("no dictionary" as CFString))
    XCTAssertTrue(CFEqual(kCFBooleanTrue, true as CFBoolean))
    XCTAssertFalse(CFEqual(kCFBooleanTrue, 1 as CFNumber))
  }
}
