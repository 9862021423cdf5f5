import Foundation
import Security
import Testing

/// Passes ten thousand random dictionaries with random types to all four functions. Each must
/// return a known status and must not crash.
@Suite("Random dictionaries") struct RandomDictionaryTests {
  /// All statuses that a wrong or correct dictionary may give here. -25291 is the status for an
  /// accessibility that requires a passcode.
  static let known: Set<OSStatus> = [
    errSecSuccess, errSecUnimplemented, errSecParam, errSecNotAvailable, errSecAuthFailed,
    errSecDuplicateItem, errSecItemNotFound, errSecDataTooLarge, errSecNoSuchAttr,
    errSecNoSuchClass, errSecDecode, errSecMissingEntitlement,
  ]

  static let parts = 8

  @Test("Nothing traps, and every status is one of the known", arguments: 0..<parts)
  func random(part: Int) throws {
    let seed = UInt64.random(in: 0 ... .max)
    var makers = RandomDictionaries(seed: seed)
    let keychain = try TestKeychain()
    var before: NSDictionary = [:]
    for number in 0..<10_000 / Self.parts {
      let dictionary = makers.dictionary()
      defer { before = dictionary }
      let statuses = [
        keychain.add(dictionary).status, keychain.find(dictionary).status,
        keychain.update(before, dictionary), keychain.delete(dictionary),
      ]
      #expect(
        statuses.allSatisfy(Self.known.contains), "seed \(seed), dictionary \(number): \(statuses)")
    }
  }

  @Test("Collections that contain themselves end") func endless() throws {
    let keychain = try TestKeychain()
    let array = NSMutableArray()
    array.add(array)
    array.add(array)
    defer { array.removeAllObjects() }
    for key in [kSecAttrLabel, kSecValueData, "nleg", "f_key", "m_other", kSecClass] {
      let query = NSMutableDictionary()
      query[kSecClass] = kSecClassGenericPassword
      query[key] = array
      #expect(Self.known.contains(keychain.find(query).status))
      #expect(Self.known.contains(keychain.add(query).status))
    }
  }

  @Test("Deeply nested collections end") func deep() throws {
    let keychain = try TestKeychain()
    var value: Any = 5
    for _ in 0..<200 { value = [value] }
    #expect(keychain.add(.generic("s") + [kSecAttrLabel: value]).status == param)
  }
}
