import Foundation
import Security
import Testing

/// Tests the size limits (compatibility: D31).
@Suite("Sizes") struct SizeLimitTests {
  static let attributeLimit = 1 << 20
  static let secretLimit = 64 << 20

  @Test("An attribute can have up to 1 MiB") func attributes() throws {
    let keychain = try TestKeychain()
    let most = Data(repeating: 1, count: Self.attributeLimit)
    let more = Data(repeating: 1, count: Self.attributeLimit + 1)
    let moreText = String(repeating: "é", count: Self.attributeLimit / 2) + "x"
    #expect(keychain.add(.generic(most, "a") + [kSecAttrGeneric: most]).status == ok)
    #expect(keychain.attributes(.generic(most))[kSecAttrGeneric] as? Data == most)
    for value in [more, moreText] as [Any] {
      #expect(keychain.add(.generic(value)).status == tooLarge)
      #expect(keychain.find(.generic(value)).status == tooLarge)
      #expect(keychain.update(.generic(most), [kSecAttrComment: value]) == tooLarge)
      #expect(keychain.delete(.generic(value)) == tooLarge)
    }
    #expect(keychain.count(.generic()) == 1)
  }

  @Test("A secret can have up to 64 MiB") func secrets() throws {
    let keychain = try TestKeychain()
    var most = Data(count: Self.secretLimit)
    most[Self.secretLimit - 1] = 7
    let more = Data(count: Self.secretLimit + 1)
    #expect(keychain.add(.generic("s") + [kSecValueData: more]).status == tooLarge)
    #expect(keychain.find(.generic("s")).status == notFound)
    #expect(keychain.add(.generic("s") + [kSecValueData: most]).status == ok)
    #expect(keychain.update(.generic("s"), [kSecValueData: more]) == tooLarge)
    // Compares the bytes with `memcmp`, because the conversion of an `NSData` to a `Data` is slow on Linux: Foundation
    // copies byte by byte.
    let found = try #require(
      keychain.find(.generic("s") + [kSecReturnData: true]).result as? NSData)
    let expected = most as NSData
    #expect(found.length == expected.length)
    #expect(memcmp(found.bytes, expected.bytes, expected.length) == 0)
  }
}
