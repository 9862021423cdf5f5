import Foundation
import Security
import ServiceTestSupport
import Testing

/// Tests `SecItemExport` and `SecItemImport` with the calls of programs for macOS.
@Suite struct ImportExportTests {
  private func makeKey(_ type: CFString, _ size: Int) throws -> SecKey {
    let parameters = [kSecAttrKeyType: type, kSecAttrKeySizeInBits: size] as CFDictionary
    return try #require(SecKeyCreateRandomKey(parameters, nil))
  }

  private func text(_ data: CFData?) -> String {
    String(decoding: (data as Data?) ?? Data(), as: UTF8.self)
  }

  @Test func aKeyGoesOutAndComesBack() throws {
    for key in [
      try makeKey(kSecAttrKeyTypeRSA, 1024), try makeKey(kSecAttrKeyTypeECSECPrimeRandom, 256),
    ] {
      for format: SecExternalFormat in [.formatUnknown, .formatOpenSSL, .formatBSAFE, .formatSSHv2] {
        for half in [key, try #require(SecKeyCopyPublicKey(key))] {
          let isEllipticCurve = SecKeyGetBlockSize(key) == 32
          if format == .formatBSAFE, half !== key, isEllipticCurve { continue }
          for flags: SecItemImportExportFlags in [[], .pemArmour] {
            var data: CFData?
            #expect(SecItemExport(half, format, flags, nil, &data) == errSecSuccess)
            var items: CFArray?
            var found = SecExternalFormat.formatUnknown
            var type = SecExternalItemType.itemTypeUnknown
            let status = SecItemImport(
              try #require(data), nil, &found, &type, [], nil, nil, &items)
            #expect(status == errSecSuccess)
            #expect(found == (format == .formatUnknown ? .formatOpenSSL : format))
            #expect(type == (half === key ? .itemTypePrivateKey : .itemTypePublicKey))
            #expect((items as? [SecKey])?.first?.isEqual(half) == true)
          }
        }
      }
    }
  }

  @Test func keyThatMayNotLeaveIsNotExported() throws {
    let keychain = try TestKeychain()
    let key = try makeKey(kSecAttrKeyTypeECSECPrimeRandom, 256)
    #expect(keychain.add([kSecValueRef: key, kSecAttrIsExtractable: false]).status == errSecSuccess)
    let found = keychain.find([kSecClass: kSecClassKey, kSecReturnRef: true]).result as? SecKey
    let stored = try #require(found)
    var data: CFData?
    #expect(SecItemExport(stored, .formatOpenSSL, [], nil, &data) == errSecDataNotAvailable)
    #expect(data == nil)
    #expect(SecItemExport(key, .formatOpenSSL, [], nil, &data) == errSecSuccess)
  }

  @Test func labelsOfPEMSayWhatIsThere() throws {
    let rsa = try makeKey(kSecAttrKeyTypeRSA, 1024)
    let curve = try makeKey(kSecAttrKeyTypeECSECPrimeRandom, 256)
    let publicKey = try #require(SecKeyCopyPublicKey(rsa))
    let cases: [(SecKey, SecExternalFormat, String)] = [
      (rsa, .formatOpenSSL, "RSA PRIVATE KEY"), (curve, .formatOpenSSL, "EC PRIVATE KEY"),
      (rsa, .formatBSAFE, "PRIVATE KEY"), (publicKey, .formatOpenSSL, "PUBLIC KEY"),
      (publicKey, .formatBSAFE, "RSA PUBLIC KEY"), (curve, .formatSSHv2, "OPENSSH PRIVATE KEY"),
    ]
    for (key, format, label) in cases {
      var data: CFData?
      SecItemExport(key, format, .pemArmour, nil, &data)
      #expect(text(data).hasPrefix("-----BEGIN \(label)-----\n"))
    }
    var line: CFData?
    SecItemExport(publicKey, .formatSSHv2, [], nil, &line)
    #expect(text(line).hasPrefix("ssh-rsa "))
  }

  @Test func wrappedKeysNeedTheirPassphrase() throws {
    let key = try makeKey(kSecAttrKeyTypeECSECPrimeRandom, 384)
    var data: CFData?
    #expect(
      SecItemExport(key, .formatWrappedPKCS8, .pemArmour, nil, &data) == errSecPassphraseRequired)
    #expect(data == nil)
    let passphrase = "géheim"
    var parameters = SecItemImportExportKeyParameters()
    parameters.version = UInt32(SEC_KEY_IMPORT_EXPORT_PARAMS_VERSION)
    parameters.passphrase = Unmanaged.passRetained(passphrase as CFString)
    #expect(
      SecItemExport(key, .formatWrappedPKCS8, .pemArmour, &parameters, &data) == errSecSuccess)
    #expect(text(data).hasPrefix("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"))
    let wrapped = try #require(data)

    #expect(SecItemImport(wrapped, nil, nil, nil, [], nil, nil, nil) == errSecPassphraseRequired)
    var wrong = SecItemImportExportKeyParameters()
    wrong.passphrase = Unmanaged.passRetained(Data("falsch".utf8) as CFData)
    #expect(SecItemImport(wrapped, nil, nil, nil, [], &wrong, nil, nil) == errSecAuthFailed)
    var asData = SecItemImportExportKeyParameters(
      version: 0, flags: [], passphrase: Unmanaged.passRetained(Data(passphrase.utf8) as CFData),
      alertTitle: nil, alertPrompt: nil, accessRef: nil, keyUsage: nil, keyAttributes: nil)
    var items: CFArray?
    #expect(SecItemImport(wrapped, nil, nil, nil, [], &asData, nil, &items) == errSecSuccess)
    #expect((items as? [SecKey])?.first?.isEqual(key) == true)
  }

  @Test func severalKeysMakeASequence() throws {
    let key = try makeKey(kSecAttrKeyTypeECSECPrimeRandom, 256)
    let publicKey = try #require(SecKeyCopyPublicKey(key))
    let symmetric = try #require(
      SecKeyGenerateSymmetric(
        [kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeySizeInBits: 256] as CFDictionary, nil))
    var data: CFData?
    #expect(
      SecItemExport([key, publicKey, symmetric] as CFArray, .formatUnknown, [], nil, &data)
        == errSecSuccess)
    var format = SecExternalFormat.formatPEMSequence
    var type = SecExternalItemType.itemTypeUnknown
    var items: CFArray?
    #expect(
      SecItemImport(try #require(data), nil, &format, &type, [], nil, nil, &items) == errSecSuccess)
    #expect(format == .formatPEMSequence)
    #expect(type == .itemTypeAggregate)
    let keys = try #require(items as? [SecKey])
    #expect(keys.map { $0.isEqual(key) } == [true, false, false])
    #expect(keys.map { $0.isEqual(symmetric) } == [false, false, true])

    for status in [
      SecItemExport([key, key] as CFArray, .formatOpenSSL, [], nil, &data),
      SecItemExport([] as CFArray, .formatUnknown, [], nil, &data),
      SecItemExport("key" as CFString, .formatUnknown, [], nil, &data),
      SecItemExport([key, "key"] as CFArray, .formatUnknown, [], nil, &data),
    ] { #expect(status == errSecParam) }

    SecItemExport([key, key] as CFArray, .formatPEMSequence, [], nil, &data)
    var parameters = SecItemImportExportKeyParameters()
    parameters.flags = .importOnlyOne
    #expect(
      SecItemImport(try #require(data), nil, nil, nil, [], &parameters, nil, nil)
        == errSecMultiplePrivKeys)
  }

  @Test func otherDataHaveTheirStatus() throws {
    func status(
      _ text: String, _ name: String? = nil, _ parameters: SecItemImportExportKeyParameters? = nil
    ) -> OSStatus {
      var items: CFArray?
      defer { #expect(items == nil) }
      let data = Data(text.utf8) as CFData
      guard var parameters else {
        return SecItemImport(data, name as CFString?, nil, nil, [], nil, nil, &items)
      }
      return SecItemImport(data, name as CFString?, nil, nil, [], &parameters, nil, &items)
    }
    #expect(status("") == errSecParam)
    #expect(status("hello") == errSecUnknownFormat)
    #expect(status("hello", "file.p12") == errSecDecode)
    #expect(status("hello", "file.cer") == errSecUnknownFormat)
    #expect(
      status("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n") == errSecDecode)
    var parameters = SecItemImportExportKeyParameters()
    parameters.version = 7
    #expect(status("hello", nil, parameters) == errSecParam)
    parameters.version = 0
    parameters.passphrase = Unmanaged.passRetained(NSNumber(value: 1))
    #expect(status("hello", nil, parameters) == errSecParam)
    parameters.passphrase = nil
    parameters.keyAttributes = Unmanaged.passRetained([kSecAttrIsPermanent] as CFArray)
    #expect(status("hello", nil, parameters) == errSecParam)
  }

  @Test func rawValuesAreThoseOfApple() {
    #expect(SecExternalFormat.formatSSHv2.rawValue == 14)
    #expect(SecExternalFormat.formatWrappedPKCS8.rawValue == 5)
    #expect(SecExternalFormat.formatPEMSequence.rawValue == 10)
    #expect(SecExternalItemType.itemTypeAggregate.rawValue == 5)
    #expect(SecItemImportExportFlags.pemArmour.rawValue == 1)
    #expect(SecKeyImportExportFlags.noAccessControl.rawValue == 4)
  }
}
