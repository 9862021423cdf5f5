import Foundation
import Security
import Testing

/// The standard library must call `_HasCustomAnyHashableRepresentation`. If a toolchain no longer calls this method,
/// these tests fail, and `StringAnyHashable.swift` must be changed.
@Suite("An NSString as a dictionary key")
struct StringAnyHashableTests {
  @Test("An NSString key equals the String with the same characters, in both directions and by hash")
  func equality() {
    let bridged = AnyHashable(kSecAttrAccount)
    let native = AnyHashable("acct")
    #expect(bridged == native)
    #expect(native == bridged)
    #expect(bridged.hashValue == native.hashValue)
    #expect(AnyHashable(NSMutableString(string: "acct")) == native)
    #expect(AnyHashable(kSecAttrService) != native)
  }

  @Test("An NSString key finds the value stored under a String, and a String key finds the reverse")
  func lookup() {
    let native: [AnyHashable: Any] = ["acct": 1]
    #expect(native[kSecAttrAccount] as? Int == 1)
    let bridged: [AnyHashable: Any] = [kSecAttrAccount: 1]
    #expect(bridged["acct"] as? Int == 1)
    #expect((bridged as NSDictionary)[kSecAttrAccount] as? Int == 1)
    #expect((bridged as NSDictionary)["acct"] as? Int == 1)
  }

  @Test("A key can be cast to NSString and to String")
  func casts() {
    let key = AnyHashable(kSecAttrAccount)
    #expect(key as? NSString == "acct")
    #expect(key as? String == "acct")
    let result: NSDictionary = [kSecAttrAccount: "a"]
    #expect((result as? [String: Any])?["acct"] as? String == "a")
    #expect((result as? [CFString: Any])?[kSecAttrAccount] as? String == "a")
  }

  @Test("Unusual strings are equal as NSString and as String")
  func unusualStrings() {
    for text in ["", "\0", "a\0b", "🔑", "e\u{301}", String(repeating: "x", count: 10_000)] {
      #expect(AnyHashable(NSString(string: text)) == AnyHashable(text))
    }
  }
}
