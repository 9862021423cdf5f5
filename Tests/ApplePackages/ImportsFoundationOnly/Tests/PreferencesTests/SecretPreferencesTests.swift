// swift-format-ignore-file: NeverForceUnwrap
import XCTest

@testable import Preferences

final class SecretPreferencesTests: XCTestCase {
  func testPropertyListsComeBack() throws {
    let preferences = SecretPreferences.shared(suite: "suite \(#function)")
    XCTAssertNil(try preferences.object(forKey: "missing"))
    XCTAssertEqual(preferences.set(["a": [1, 2]], forKey: "list"), errSecSuccess)
    XCTAssertEqual(preferences.set(Data([1, 2, 3]), forKey: "bytes"), errSecSuccess)
    XCTAssertEqual(try preferences.object(forKey: "list") as? [String: [Int]], ["a": [1, 2]])
    XCTAssertTrue(preferences.data(forKey: "bytes", equals: Data([1, 2, 3])))
    XCTAssertFalse(preferences.data(forKey: "bytes", equals: Data([1, 2, 4])))
    XCTAssertEqual(preferences.count, 2)
  }

  func testInstanceIsSharedWhileItIsHeld() {
    var first: SecretPreferences? = SecretPreferences.shared(suite: "shared")
    weak var weakly = first
    XCTAssertTrue(first === SecretPreferences.shared(suite: "shared"))
    first = nil
    XCTAssertNil(weakly)
  }

  func testStatusesAreThose() {
    let item: [AnyHashable: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrAccount as String: "a", "unknown": 1,
    ]
    XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecParam)
  }
}
