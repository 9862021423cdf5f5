import Foundation
import Security
import Testing

/// Tests the functions of macOS for symmetric keys.
@Suite struct SymmetricKeyTests {
  private func code(_ error: Unmanaged<CFError>?) -> Int? { error?.takeRetainedValue().code }

  @Test func aGeneratedKeyHasTheSizeAskedForAndIsRandom() throws {
    let parameters =
      [kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeySizeInBits: 256] as CFDictionary
    let key = try #require(SecKeyGenerateSymmetric(parameters, nil))
    let other = try #require(SecKeyGenerateSymmetric(parameters, nil))
    #expect(SecKeyGetBlockSize(key) == 32)
    #expect(!key.isEqual(other))
    #expect(!CFEqual(key, other))
    let attributes = try #require(SecKeyCopyAttributes(key) as? [CFString: Any])
    #expect(attributes[kSecAttrKeyClass] as? String == kSecAttrKeyClassSymmetric as String)
    #expect(attributes[kSecAttrKeyType] as? String == kSecAttrKeyTypeAES as String)
    #expect(attributes[kSecAttrKeySizeInBits] as? Int == 256)
  }

  @Test(arguments: [0, -8, 7, 12, 8200, Int.max])
  func otherSizesAreNotMade(size: Int) {
    var error: Unmanaged<CFError>?
    let parameters =
      [kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeySizeInBits: size] as CFDictionary
    #expect(SecKeyGenerateSymmetric(parameters, &error) == nil)
    #expect(code(error) == Int(errSecParam))
  }

  @Test func aKeyMadeOfBytesHasTheseBytes() throws {
    let bytes = Data(0..<16)
    let parameters = [kSecAttrKeyType: kSecAttrKeyTypeAES] as CFDictionary
    let key = try #require(SecKeyCreateFromData(parameters, bytes as CFData, nil))
    #expect(SecKeyCopyExternalRepresentation(key, nil) as Data? == bytes)
    #expect(key.isEqual(SecKeyCreateFromData(parameters, bytes as CFData, nil)))
    #expect(SecKeyCopyPublicKey(key) == nil)
  }

  /// The expected key is the third test vector of RFC 6070.
  @Test func passwordsAreDerivedByPBKDF2() throws {
    let parameters =
      [
        kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeySizeInBits: 160,
        kSecAttrSalt: Data("salt".utf8), kSecAttrPRF: kSecAttrPRFHmacAlgSHA1,
        kSecAttrRounds: 4096,
      ] as CFDictionary
    let key = try #require(SecKeyDeriveFromPassword("password" as CFString, parameters, nil))
    let expected: [UInt8] = [
      0x4B, 0x00, 0x79, 0x01, 0xB7, 0x65, 0x48, 0x9A, 0xBE, 0xAD, 0x49, 0xD9, 0x26, 0xF7, 0x21,
      0xD0, 0x65, 0xA4, 0x29, 0xC1,
    ]
    #expect(SecKeyCopyExternalRepresentation(key, nil) as Data? == Data(expected))
  }

  /// The expected key is the result of `hashlib.pbkdf2_hmac("sha256", b"password", b"salt", 33333, 16)` in Python.
  @Test func withoutMoreItIsSHA256In33333Rounds() throws {
    let parameters =
      [
        kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeySizeInBits: 128,
        kSecAttrSalt: Data("salt".utf8),
      ] as CFDictionary
    let key = try #require(SecKeyDeriveFromPassword("password" as CFString, parameters, nil))
    let expected = Data(base64Encoded: "4QX1SWT3ljFxc/MV0vDHmw==")
    #expect(SecKeyCopyExternalRepresentation(key, nil) as Data? == expected)
  }

  @Test func aMissingSaltHasAStatusOfItsOwn() {
    var error: Unmanaged<CFError>?
    let parameters =
      [kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeySizeInBits: 128] as CFDictionary
    #expect(SecKeyDeriveFromPassword("password" as CFString, parameters, &error) == nil)
    #expect(code(error) == Int(errSecMissingAlgorithmParms))
  }

  @Test func keysAreNeitherWrappedNorUnwrapped() throws {
    let parameters = [kSecAttrKeyType: kSecAttrKeyTypeAES] as CFDictionary
    let key = try #require(SecKeyCreateFromData(parameters, Data(0..<16) as CFData, nil))
    var error: Unmanaged<CFError>?
    #expect(SecKeyWrapSymmetric(key, key, parameters, &error) == nil)
    #expect(code(error) == Int(errSecUnimplemented))
    error = nil
    #expect(SecKeyUnwrapSymmetric(nil, key, parameters, &error) == nil)
    #expect(code(error) == Int(errSecUnimplemented))
  }
}
