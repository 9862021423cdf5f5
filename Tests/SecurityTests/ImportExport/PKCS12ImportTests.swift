import Foundation
import Security
import ServiceTestSupport
import Testing

/// Tests `SecPKCS12Import` with the calls of common programs (specification: keys-and-certificates 5.1).
@Suite("PKCS#12") struct PKCS12ImportTests {
  private let keychain: TestKeychain
  init() throws { keychain = try TestKeychain() }

  private func file(_ name: String) throws -> CFData {
    let url = try #require(
      Bundle.module.url(
        forResource: name, withExtension: "p12", subdirectory: "Vectors"))
    return try Data(contentsOf: url) as CFData
  }

  private func run(
    _ data: CFData, _ options: [CFString: Any]
  ) -> (status: OSStatus, items: [NSDictionary]?) {
    keychain.perform {
      var items: CFArray?
      let status = SecPKCS12Import(data, options as NSDictionary, &items)
      return (status, items as? [NSDictionary])
    }
  }

  @Test("An import of a PKCS#12 file returns identity, trust and chain, but no label and no key identifier")
  func k28_results() throws {
    let (status, items) = run(try file("chain"), [kSecImportExportPassphrase: "geheim"])
    #expect(status == errSecSuccess)
    let item = try #require(items?.first)
    #expect(items?.count == 1)
    #expect(Set(item.allKeys.map { "\($0)" }) == ["identity", "trust", "chain"])
    let identity = try #require(item.object(forKey: kSecImportItemIdentity) as? SecIdentity)
    var certificate: SecCertificate?
    #expect(SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess)
    let summary = certificate.flatMap(SecCertificateCopySubjectSummary) as String?
    #expect(summary == "Leaf")
    let chain = try #require(item.object(forKey: kSecImportItemCertChain) as? [SecCertificate])
    #expect(
      chain.map { SecCertificateCopySubjectSummary($0) as String? } == ["Leaf", "Middle", "Root"])
    let trust = try #require(item.object(forKey: kSecImportItemTrust) as? SecTrust)
    var result = SecTrustResultType.invalid
    #expect(SecTrustGetTrustResult(trust, &result) == errSecSuccess)
    #expect(result == .recoverableTrustFailure)
    #expect(SecTrustCopyCertificateChain(trust) as? [SecCertificate] == chain)
    var key: SecKey?
    #expect(SecIdentityCopyPrivateKey(identity, &key) == errSecSuccess)
    let privateKey = try #require(key)
    let signature = try #require(
      SecKeyCreateSignature(
        privateKey, .ecdsaSignatureMessageX962SHA256, Data([1]) as CFData, nil))
    let publicKey = try #require(certificate.flatMap(SecCertificateCopyKey))
    #expect(
      SecKeyVerifySignature(
        publicKey, .ecdsaSignatureMessageX962SHA256, Data([1]) as CFData, signature, nil))
  }

  @Test("A wrong passphrase gives -25293, an unprotected file -26275. An empty passphrase has two encodings.")
  func k28_statuses() throws {
    let chain = try file("chain")
    for options in [[:], [kSecImportExportPassphrase: "falsch"], [kSecImportExportPassphrase: ""]] {
      let answer = run(chain, options)
      #expect(answer.status == errSecAuthFailed)
      #expect(answer.items == nil)
    }
    let unprotected = try file("unprotected")
    #expect(run(unprotected, [kSecImportExportPassphrase: "geheim"]).status == errSecDecode)
    for name in ["empty-text", "empty-nothing"] {
      let empty = try file(name)
      for options in [[:], [kSecImportExportPassphrase: ""]] {
        #expect(run(empty, options).items?.count == 1, "\(name)")
      }
    }
    for bytes in [Data(), Data("hello".utf8), (chain as Data).dropLast(9)] {
      #expect(
        run(Data(bytes) as CFData, [kSecImportExportPassphrase: "geheim"]).status
          == errSecDecode)
    }
    for options: [CFString: Any] in [
      [kSecImportExportPassphrase: 7], [kSecImportExportKeychain: "login"],
      [kSecImportExportAccess: "everyone"],
    ] {
      #expect(run(chain, options).status == errSecParam)
    }
  }

  @Test("An import stores nothing by default")
  func k29_storesNothing() throws {
    let chain = try file("chain")
    for options: [CFString: Any] in [
      [kSecImportExportPassphrase: "geheim"],
      [
        kSecImportExportPassphrase: "geheim", kSecUseDataProtectionKeychain: true,
        kSecImportToMemoryOnly: true,
      ],
    ] {
      #expect(run(chain, options).status == errSecSuccess)
      let found = keychain.perform {
        SecItemCopyMatching([kSecClass: kSecClassKey] as NSDictionary, nil)
      }
      #expect(found == errSecItemNotFound)
    }
  }

  private let storing: [CFString: Any] = [
    kSecImportExportPassphrase: "geheim", kSecUseDataProtectionKeychain: true,
  ]

  @Test("An import with storage stores identity and chain with the other options, and keeps existing items")
  func k29_stores() throws {
    let chain = try file("chain")
    #expect(run(chain, storing.merging([kSecAttrAccessible: "ck"]) { $1 }).status == errSecSuccess)
    #expect(keychain.all(kSecAttrLabel, .identities) == ["Leaf"])
    #expect(keychain.all(kSecAttrLabel, .certificates) == ["Leaf", "Middle", "Root"])
    for query: Query in [.certificates, .key()] {
      #expect(keychain.all(query).allSatisfy { $0[kSecAttrAccessible] as? String == "ck" })
    }
    #expect(run(chain, storing).items?.count == 1)
    #expect(keychain.count(.certificates) + keychain.count(.key()) == 4)
    #expect(keychain.delete(.certificates + [kSecAttrLabel: "Leaf"]) == ok)
    #expect(run(chain, storing).status == errSecSuccess)
    #expect(keychain.all(kSecAttrLabel, .identities) == ["Leaf"])
  }

  @Test("An import stores all items of a file or none") func k29_allOrNothing() throws {
    let file = try SecIdentity.file(
      [.made("Alice", serial: 1), .made("Bob", serial: 2)], passphrase: "geheim")
    // The keychain contains a different certificate with the same uniqueness key as Bob's certificate in the file.
    #expect(keychain.add([kSecValueRef: try SecCertificate.made("Bob", serial: 2)]).status == ok)
    let (status, items) = run(file, storing)
    #expect(status == errSecDuplicateItem)
    #expect(items == nil)
    #expect(keychain.all(kSecAttrLabel, .certificates) == ["Bob"])
    #expect(keychain.count(.key()) == 0)
    #expect(keychain.delete(.certificates) == ok)
    #expect(run(file, storing).items?.count == 2)
    #expect(keychain.all(kSecAttrLabel, .identities) == ["Alice", "Bob"])
  }

  @Test("An import fails if a different key has the uniqueness key of the identity's key")
  func k29_otherKey() throws {
    let identity = try SecIdentity.made("Alice")
    let label = try #require(identity.itsKey?.applicationLabel)
    let file = try SecIdentity.file([identity], passphrase: "geheim")
    let other: Query = [kSecValueRef: try SecKey.made(), kSecAttrApplicationLabel: label]
    #expect(keychain.add(other).status == ok)
    let (status, items) = run(file, storing)
    #expect(status == errSecDuplicateItem)
    #expect(items == nil)
    #expect(keychain.count(.certificates) == 0)
  }

  @Test("An import stores the identity even if a different certificate has the uniqueness key of an authority")
  func k29_otherAuthority() throws {
    let file = try file("chain")
    let read = run(file, [kSecImportExportPassphrase: "geheim"])
    let chain = read.items?.first?.object(forKey: kSecImportItemCertChain) as? [SecCertificate]
    let authority = try #require(chain?.last)
    let serial = try #require(SecCertificateCopySerialNumberData(authority, nil) as Data?)
    let old = try SecCertificate.made("Root") { $0.serial = Array(serial) }
    #expect(keychain.add([kSecValueRef: old]).status == ok)
    #expect(keychain.add([kSecValueRef: authority]).status == duplicate)
    #expect(run(file, storing).status == errSecSuccess)
    #expect(keychain.all(kSecAttrLabel, .identities) == ["Leaf"])
    #expect(keychain.count(.certificates) == 3)
    #expect(keychain.find([kSecValueRef: old]).status == ok)
    var parameters = SecItemImportExportKeyParameters()
    parameters.passphrase = Unmanaged.passRetained("geheim" as CFString)
    defer { parameters.passphrase?.release() }
    #expect(keychain.delete(.identities) == ok)
    #expect(
      keychain.perform {
        SecItemImport(file, nil, nil, nil, [], &parameters, SecKeychain.defaultKeychain, nil)
      } == errSecSuccess)
    #expect(keychain.all(kSecAttrLabel, .identities) == ["Leaf"])
    #expect(keychain.count(.certificates) == 3)
  }

  @Test("A file of more than 16 MiB gives -25302") func k28_size() {
    let data = Data(count: 1 << 24 + 1) as CFData
    #expect(run(data, [kSecImportExportPassphrase: "geheim"]).status == errSecDataTooLarge)
  }

  @Test func severalIdentitiesAreSeveralResults() throws {
    let identities = try ["chain", "root"].map { name in
      let items = run(try file(name), [kSecImportExportPassphrase: "geheim"]).items
      return try #require(items?.first?.object(forKey: kSecImportItemIdentity) as? SecIdentity)
    }
    var parameters = SecItemImportExportKeyParameters()
    parameters.passphrase = Unmanaged.passRetained("zwei" as CFString)
    defer { parameters.passphrase?.release() }
    var data: CFData?
    #expect(
      SecItemExport(identities as NSArray, .formatPKCS12, [], &parameters, &data) == errSecSuccess)
    let written = try #require(data)
    let both = run(written, [kSecImportExportPassphrase: "zwei"])
    #expect(
      both.items?.map { $0.object(forKey: kSecImportItemIdentity) as? SecIdentity } == identities)
  }

  @Test func theOtherReaderGivesIdentitiesToo() throws {
    var parameters = SecItemImportExportKeyParameters()
    parameters.passphrase = Unmanaged.passRetained("geheim" as CFString)
    defer { parameters.passphrase?.release() }
    var format = SecExternalFormat.formatUnknown
    var type = SecExternalItemType.itemTypeUnknown
    var items: CFArray?
    let chain = try file("chain")
    #expect(
      SecItemImport(chain, nil, &format, &type, [], &parameters, nil, &items)
        == errSecSuccess)
    #expect(format == .formatPKCS12)
    #expect(type == .itemTypeAggregate)
    let objects = try #require(items as? [NSObject])
    #expect(objects.count == 3)
    let identity = try #require(objects.first as? SecIdentity)
    var data: CFData?
    #expect(SecItemExport(identity, .formatPKCS12, [], &parameters, &data) == errSecSuccess)
    let written = try #require(data)
    let again = run(written, [kSecImportExportPassphrase: "geheim"])
    #expect(again.items?.first?.object(forKey: kSecImportItemIdentity) as? SecIdentity == identity)
    #expect(
      SecItemImport(chain, nil, nil, nil, [], nil, nil, nil)
        == errSecPassphraseRequired)
    var wrong = SecItemImportExportKeyParameters()
    wrong.passphrase = Unmanaged.passRetained("falsch" as CFString)
    defer { wrong.passphrase?.release() }
    #expect(
      SecItemImport(chain, nil, nil, nil, [], &wrong, nil, nil)
        == errSecPkcs12VerifyFailure)
  }
}

extension SecIdentity {
  /// Returns a PKCS#12 file that contains the identities.
  fileprivate static func file(_ identities: [SecIdentity], passphrase: String) throws -> CFData {
    var parameters = SecItemImportExportKeyParameters()
    parameters.passphrase = Unmanaged.passRetained(passphrase as CFString)
    defer { parameters.passphrase?.release() }
    var data: CFData?
    #expect(
      SecItemExport(identities as NSArray, .formatPKCS12, [], &parameters, &data) == errSecSuccess)
    return try #require(data)
  }
}
