import Foundation
import Security
import Testing

/// Passes ten thousand random dictionaries to all four item functions. Each call must return a known status and must
/// not crash.
@Suite("Random dictionaries") struct RandomDictionaryTests {
  /// All statuses that these calls may return. -25291 is the status for an accessibility that requires a passcode.
  static let known: Set<OSStatus> = [
    errSecSuccess, errSecUnimplemented, errSecParam, errSecNotAvailable, errSecAuthFailed,
    errSecDuplicateItem, errSecItemNotFound, errSecDataTooLarge, errSecNoSuchAttr,
    errSecNoSuchClass, errSecDecode, errSecMissingEntitlement,
  ]

  static let parts = 8

  @Test("Each call returns a known status and does not trap", arguments: 0..<parts)
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

  @Test("A call with a collection that contains itself returns") func endless() throws {
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

  @Test("A call with a deeply nested collection returns") func deep() throws {
    let keychain = try TestKeychain()
    var value: Any = 5
    for _ in 0..<200 { value = [value] }
    #expect(keychain.add(.generic("s") + [kSecAttrLabel: value]).status == param)
  }
}
