import Foundation
import Security
import Testing

@Suite("String constants")
struct ConstantTests {
  @Test("have the raw values of Apple's platforms, none missing and none besides")
  func rawValues() throws {
    let expected = try Vectors("constants").values
    #expect(Set(constantTable.map(\.name)) == Set(expected.keys))
    for (name, value) in constantTable {
      #expect(value as String == expected[name], "\(name)")
    }
  }

  @Test("of certificates have theirs, too")
  func objectIdentifiers() throws {
    let expected = try Vectors("object-identifiers").values
    #expect(Set(objectIdentifierTable.map(\.name)) == Set(expected.keys))
    for (name, value) in objectIdentifierTable {
      #expect(value as String == expected[name], "\(name)")
    }
  }

  @Test("are attribute names exactly when four characters long, as the parser takes them")
  func lengthsOfAttributeKeys() {
    for key in [kSecAttrAccount, kSecAttrService, kSecUseDataProtectionKeychain] {
      #expect(key.length == 4, "\(key)")
    }
    for key in [kSecClass, kSecMatchLimit, kSecReturnData, kSecValueData, kSecUseAuthenticationUI] {
      #expect(key.length != 4, "\(key)")
    }
  }
}
