import Foundation
import Security
import Testing

/// Tests that strings and data are returned byte for byte, with their original type (specification: secitem 2.2).
@Suite("Strings") struct StringTests {
  static let texts: [String] = [
    "", " ", "a", "\0", "a\0b", "\0\0", "\u{e9}", "e\u{301}", "\u{212B}", "\u{C5}", "ß", "SS",
    "👩‍👩‍👧‍👦", "🇩🇪", "\u{FEFF}bom", "\u{202E}rtl", "\r\n", "\n", "'; DROP TABLE genp; --", "%s%n",
    "\u{10FFFF}", "\u{FFFD}", "١٢٣", "İ", "ı", String(repeating: "x", count: 100_000),
    String(repeating: "é", count: 50_000),
    (0..<256).map { String(UnicodeScalar(UInt8($0))) }.joined(),
  ]

  static var blobs: [CFString] {
    [
      kSecAttrService, kSecAttrAccount, kSecAttrLabel, kSecAttrDescription, kSecAttrComment,
      kSecAttrGeneric,
    ]
  }

  @Test("Every binary attribute returns every string and its UTF-8 data unchanged") func everywhere() throws {
    let keychain = try TestKeychain()
    for text in Self.texts {
      for value in [text, Data(text.utf8)] as [Any] {
        defer { #expect(keychain.delete(.generic()) == ok) }
        var item = Query.generic()
        for name in Self.blobs { item[name] = value }
        #expect(keychain.add(item.secret(text)).status == ok)
        let found = keychain.find(
          item + [kSecReturnAttributes: true, kSecReturnData: true])
        #expect(found.status == ok)
        for name in Self.blobs { #expect(isSame(found[name], value), "\(name) \(text.prefix(20))") }
        #expect(found[kSecValueData] as? Data == Data(text.utf8))
      }
    }
  }

  @Test("Server, account, path and security domain return every string unchanged") func internet() throws {
    let keychain = try TestKeychain()
    for text in Self.texts {
      defer { #expect(keychain.delete(.internet()) == ok) }
      let item: Query = .internet(text, text) + [kSecAttrPath: text, kSecAttrSecurityDomain: text]
      #expect(keychain.add(item).status == ok)
      let found = keychain.find(item + [kSecReturnAttributes: true])
      for name in [kSecAttrServer, kSecAttrAccount, kSecAttrPath, kSecAttrSecurityDomain] {
        #expect(isSame(found[name], text), "\(text.prefix(20))")
      }
    }
  }

  @Test("Each account string makes a separate item, which only this string finds") func distinct() throws {
    let keychain = try TestKeychain()
    for text in Self.texts { #expect(keychain.add(.generic("s", text)).status == ok) }
    for text in Self.texts {
      let found = keychain.all(.generic("s", text))
      #expect(found.count == 1)
      #expect(isSame(found.first?[kSecAttrAccount], text))
      #expect(keychain.add(.generic("s", Data(text.utf8))).status == duplicate)
    }
  }

  @Test("An account can consist of bytes that are not UTF-8") func bytes() throws {
    let keychain = try TestKeychain()
    let bytes = Data((0...255).map { UInt8($0) })
    for first in bytes { #expect(keychain.add(.generic("s", Data([first, 0xFF]))).status == ok) }
    #expect(keychain.count(.generic("s")) == 256)
    #expect(keychain.add(.generic("all", bytes) + [kSecValueData: bytes]).status == ok)
    #expect(keychain.find(.generic("all", bytes) + [kSecReturnData: true]).data == bytes)
  }

  @Test("Secrets with lengths near the boundaries of blocks and pages are stored and replaced") func secrets() throws {
    let keychain = try TestKeychain()
    for count in [0, 1, 15, 16, 17, 255, 4096, 16_383, 16_384, 16_385, 65_535, 65_536, 300_000] {
      defer { #expect(keychain.delete(.generic()) == ok) }
      let secret = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ count) })
      #expect(keychain.add(.generic("s") + [kSecValueData: secret]).status == ok)
      #expect(keychain.find(.generic("s") + [kSecReturnData: true]).data == secret)
      #expect(keychain.update(.generic("s"), [kSecAttrComment: "c"]) == ok)
      #expect(keychain.find(.generic("s") + [kSecReturnData: true]).data == secret)
      let reversed = Data(secret.reversed())
      #expect(keychain.update(.generic("s"), [kSecValueData: reversed]) == ok)
      #expect(keychain.find(.generic("s") + [kSecReturnData: true]).data == reversed)
    }
  }

  @Test("After updates to longer and shorter secrets, a search returns the last secret") func resizing()
    throws
  {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.find(.generic("s") + [kSecReturnData: true]).result == nil)
    for count in [10, 200_000, 0, 50_000, 3, 100_000, 70_000] {
      let secret = Data(repeating: UInt8(truncatingIfNeeded: count), count: count)
      #expect(keychain.update(.generic("s"), [kSecValueData: secret]) == ok)
      #expect(keychain.find(.generic("s") + [kSecReturnData: true]).data == secret)
    }
  }

  /// Returns whether the values are equal byte for byte and have the same type.
  private func isSame(_ found: Any?, _ given: Any) -> Bool {
    switch (found, given) {
    case (let found as String, let given as String): found.utf8.elementsEqual(given.utf8)
    case (let found as Data, let given as Data): found == given
    default: false
    }
  }
}
