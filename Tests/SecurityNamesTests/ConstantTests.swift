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

  @Test("of algorithms, too")
  func algorithms() throws {
    let expected = try Vectors("algorithms").values
    #expect(Set(algorithmTable.map(\.name)) == Set(expected.keys))
    for (name, algorithm) in algorithmTable {
      #expect(algorithm.rawValue as String == expected[name], "\(name)")
    }
  }

  @Test("of policies, trust, key exchange and import, too")
  func others() throws {
    let expected = try Vectors("other-constants").values
    #expect(Set(otherConstantTable.map(\.name)) == Set(expected.keys))
    for (name, value) in otherConstantTable {
      #expect(value as String == expected[name], "\(name)")
    }
  }

  @Test("of trust settings are strings of Swift")
  func trustSettingsKeys() throws {
    let keys = [
      "kSecTrustSettingsPolicy": kSecTrustSettingsPolicy,
      "kSecTrustSettingsApplication": kSecTrustSettingsApplication,
      "kSecTrustSettingsPolicyString": kSecTrustSettingsPolicyString,
      "kSecTrustSettingsKeyUsage": kSecTrustSettingsKeyUsage,
      "kSecTrustSettingsAllowedError": kSecTrustSettingsAllowedError,
      "kSecTrustSettingsResult": kSecTrustSettingsResult,
    ]
    #expect(try Vectors("trust-settings-keys").values == keys)
  }

  /// (specification: keys-and-certificates 4.4)
  @Test("that are flags of revocation have their bits")
  func revocationFlags() {
    let flags = [
      kSecRevocationOCSPMethod, kSecRevocationCRLMethod, kSecRevocationPreferCRL,
      kSecRevocationRequirePositiveResponse, kSecRevocationNetworkAccessDisabled,
      kSecRevocationUseAnyAvailableMethod,
    ]
    #expect(flags == [1, 2, 4, 8, 16, 3])
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
