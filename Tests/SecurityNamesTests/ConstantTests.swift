import Foundation
import Security
import Testing

@Suite("String constants")
struct ConstantTests {
  @Test("The string constants are complete and have the values of Apple's platforms")
  func rawValues() throws {
    let expected = try Vectors("constants").values
    #expect(Set(constantTable.map(\.name)) == Set(expected.keys))
    for (name, value) in constantTable {
      #expect(value as String == expected[name], "\(name)")
    }
  }

  @Test("The constants for certificates are complete and have the values of Apple's platforms")
  func objectIdentifiers() throws {
    let expected = try Vectors("object-identifiers").values
    #expect(Set(objectIdentifierTable.map(\.name)) == Set(expected.keys))
    for (name, value) in objectIdentifierTable {
      #expect(value as String == expected[name], "\(name)")
    }
  }

  @Test("The constants for algorithms are complete and have the values of Apple's platforms")
  func algorithms() throws {
    let expected = try Vectors("algorithms").values
    #expect(Set(algorithmTable.map(\.name)) == Set(expected.keys))
    for (name, algorithm) in algorithmTable {
      #expect(algorithm.rawValue as String == expected[name], "\(name)")
    }
  }

  @Test("The constants for policies, trust, key exchange and import are complete and have Apple's values")
  func others() throws {
    let expected = try Vectors("other-constants").values
    #expect(Set(otherConstantTable.map(\.name)) == Set(expected.keys))
    for (name, value) in otherConstantTable {
      #expect(value as String == expected[name], "\(name)")
    }
  }

  @Test("The keys of trust settings are Swift strings with the values of Apple's platforms")
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

  /// The specification states the values of the flags (specification: keys-and-certificates 4.4).
  @Test("The revocation flags have their bits")
  func revocationFlags() {
    let flags = [
      kSecRevocationOCSPMethod, kSecRevocationCRLMethod, kSecRevocationPreferCRL,
      kSecRevocationRequirePositiveResponse, kSecRevocationNetworkAccessDisabled,
      kSecRevocationUseAnyAvailableMethod,
    ]
    #expect(flags == [1, 2, 4, 8, 16, 3])
  }

  @Test("The names of attributes have four characters, and the names of other keys do not")
  func lengthsOfAttributeKeys() {
    for key in [kSecAttrAccount, kSecAttrService, kSecUseDataProtectionKeychain] {
      #expect(key.length == 4, "\(key)")
    }
    for key in [kSecClass, kSecMatchLimit, kSecReturnData, kSecValueData, kSecUseAuthenticationUI] {
      #expect(key.length != 4, "\(key)")
    }
  }
}
