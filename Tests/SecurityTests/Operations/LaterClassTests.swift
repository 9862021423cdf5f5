import Foundation
import Security
import Testing

/// Classes that are not built yet: -4, and only after every other check (D35).
@Suite("Classes that are not built yet") struct LaterClassTests {
  static let names = ["cert", "idnt"]

  @Test("A query that is right in everything: -4 in each function") func unimplementedEverywhere()
    throws
  {
    let keychain = try TestKeychain()
    for name in Self.names {
      let query: Query = [kSecClass: name, kSecAttrLabel: "l"]
      #expect(keychain.add(query).status == unimplemented)
      #expect(keychain.find(query).status == unimplemented)
      #expect(keychain.update(query, [kSecAttrLabel: "m"]) == unimplemented)
      #expect(keychain.delete(query) == unimplemented)
    }
  }

  @Test("Every other mistake comes first") func otherMistakes() throws {
    let keychain = try TestKeychain()
    let mistakes: [(Query, OSStatus)] = [
      ([kSecAttrService: "s"], noAttribute), (["zzzz": 1], noAttribute), (["other": 1], param),
      ([kSecAttrLabel: Date()], param), ([kSecReturnData: "x"], param),
      ([kSecAttrAccessGroup: "other"], errSecMissingEntitlement),
      ([kSecAttrAccessible: "x"], param), ([kSecAttrLabel: 1.5], decode),
      ([kSecValueData: 5], param),
    ]
    for name in Self.names {
      for (mistake, status) in mistakes {
        let query = [kSecClass: name] + mistake
        #expect(keychain.add(query).status == status, "\(query)")
        #expect(keychain.find(query).status == status, "\(query)")
        #expect(keychain.update(query, [:]) == status, "\(query)")
        #expect(keychain.update([kSecClass: name], ["zzzz": 1]) == noAttribute)
        #expect(keychain.delete(query) == status, "\(query)")
      }
      let nobody = keychain.seen(by: [])
      #expect(nobody.add([kSecClass: name]).status == errSecMissingEntitlement)
      #expect(nobody.find([kSecClass: name]).status == errSecMissingEntitlement)
    }
  }

  @Test("Clearing every class works for those that are there") func clearing() throws {
    let keychain = try TestKeychain()
    #expect(keychain.add(.generic("s")).status == ok)
    #expect(keychain.add(.internet("s")).status == ok)
    let classes = [
      kSecClassGenericPassword, kSecClassInternetPassword, kSecClassCertificate, kSecClassKey,
      kSecClassIdentity,
    ]
    let statuses = classes.map { keychain.delete([kSecClass: $0]) }
    #expect(statuses == [ok, ok, unimplemented, notFound, unimplemented])
  }
}
