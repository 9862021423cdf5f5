import Foundation
import Security
import Testing

/// The standard library must call `_HasCustomAnyHashableRepresentation`. If a toolchain stops doing
/// so, these tests fail, and `StringAnyHashable.swift` must be changed.
@Suite("An NSString as a dictionary key")
struct StringAnyHashableTests {
  @Test("equals the String of the same characters, in both directions and by hash")
  func equality() {
    let bridged = AnyHashable(kSecAttrAccount)
    let native = AnyHashable("acct")
    #expect(bridged == native)
    #expect(native == bridged)
    #expect(bridged.hashValue == native.hashValue)
    #expect(AnyHashable(NSMutableString(string: "acct")) == native)
    #expect(AnyHashable(kSecAttrService) != native)
  }

  @Test("finds what was stored under a String, and the reverse")
  func lookup() {
    let native: [AnyHashable: Any] = ["acct": 1]
    #expect(native[kSecAttrAccount] as? Int == 1)
    let bridged: [AnyHashable: Any] = [kSecAttrAccount: 1]
    #expect(bridged["acct"] as? Int == 1)
    #expect((bridged as NSDictionary)[kSecAttrAccount] as? Int == 1)
    #expect((bridged as NSDictionary)["acct"] as? Int == 1)
  }

  @Test("can still be taken out as either type")
  func casts() {
    let key = AnyHashable(kSecAttrAccount)
    #expect(key as? NSString == "acct")
    #expect(key as? String == "acct")
    let result: NSDictionary = [kSecAttrAccount: "a"]
    #expect((result as? [String: Any])?["acct"] as? String == "a")
    #expect((result as? [CFString: Any])?[kSecAttrAccount] as? String == "a")
  }

  @Test("is told apart by every character, whatever they are")
  func unusualStrings() {
    for text in ["", "\0", "a\0b", "🔑", "e\u{301}", String(repeating: "x", count: 10_000)] {
      #expect(AnyHashable(NSString(string: text)) == AnyHashable(text))
    }
  }
}
