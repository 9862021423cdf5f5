import Foundation
import Glibc
import Security
import TestSupport
import Testing

/// Tests the public functions for trust settings.
@Suite struct TrustSettingsFunctionsTests {
  private let chain: DecidedChain

  init() throws { chain = try DecidedChain() }

  private func settings(
    of certificate: SecCertificate, _ domain: SecTrustSettingsDomain = .user
  ) -> (status: OSStatus, settings: [[String: Any]]?) {
    var found: CFArray?
    let status = chain.keychain.perform {
      SecTrustSettingsCopyTrustSettings(certificate, domain, &found)
    }
    return (status, found as? [[String: Any]])
  }

  @Test func whatWasDecidedComesBack() throws {
    #expect(settings(of: chain.leaf).status == errSecItemNotFound)
    let denied: [String: Any] = decision(
      .deny,
      [
        kSecTrustSettingsPolicy: SecPolicyCreateSSL(true, nil),
        kSecTrustSettingsPolicyString: "a & <b> “c”",
        kSecTrustSettingsKeyUsage: SecTrustSettingsKeyUsage.useAny.rawValue,
        kSecTrustSettingsAllowedError: -2_147_409_654,
      ])
    #expect(chain.decide(chain.leaf, [denied, [:]] as NSArray) == errSecParam)
    let asRoot = decision(.trustAsRoot)
    #expect(chain.decide(chain.leaf, [denied, asRoot] as NSArray) == errSecSuccess)
    let found = try #require(settings(of: chain.leaf).settings)
    #expect(found.count == 2)
    #expect(found[0][kSecTrustSettingsPolicy] as? SecPolicy == SecPolicyCreateSSL(true, nil))
    #expect(found[0][kSecTrustSettingsPolicyString] as? String == "a & <b> “c”")
    #expect(found[0][kSecTrustSettingsKeyUsage] as? Int32 == -1)
    #expect(found[0][kSecTrustSettingsAllowedError] as? Int32 == -2_147_409_654)
    #expect(found[0][kSecTrustSettingsResult] as? UInt32 == 3)
    #expect(Array(found[1].keys) == [kSecTrustSettingsResult])
    // The returned settings can be set again.
    #expect(chain.decide(chain.leaf, found as NSArray) == errSecSuccess)
    #expect(settings(of: chain.leaf).settings?.count == 2)
    #expect(settings(of: chain.leaf, .admin).status == errSecItemNotFound)
  }

  @Test func aRootThatIsTrustedForEverythingHasNoSettings() throws {
    for nothing in [nil, [] as NSArray] as [NSArray?] {
      #expect(chain.decide(chain.root, nothing) == errSecSuccess)
      #expect(settings(of: chain.root).settings?.count == 0)
    }
    var date: CFDate?
    #expect(
      chain.keychain.perform {
        SecTrustSettingsCopyModificationDate(chain.root, .user, &date)
      } == errSecSuccess)
    #expect(abs(try #require(date).timeIntervalSinceNow) < 60)
    #expect(
      chain.keychain.perform {
        SecTrustSettingsCopyModificationDate(chain.leaf, .user, &date)
      } == errSecItemNotFound)
  }

  @Test func wrongArgumentsAreRefused() throws {
    let cases: [Any?] = [
      "x", [1] as NSArray, decision(.invalid), [kSecTrustSettingsResult: 5],
      [kSecTrustSettingsResult: "3"], decision(.deny, ["unknown": 1]),
      decision(.deny, [kSecTrustSettingsPolicy: 1]),
      decision(.deny, [kSecTrustSettingsPolicy: "no identifier"]),
      decision(.deny, [kSecTrustSettingsPolicyString: ""]),
      decision(.deny, [kSecTrustSettingsPolicyString: "a\u{0}b"]),
      decision(.deny, [kSecTrustSettingsKeyUsage: 0]),
      decision(.deny, [kSecTrustSettingsKeyUsage: 1 << 40]),
      decision(.deny, [kSecTrustSettingsAllowedError: 1.5]),
      decision(.deny, [kSecTrustSettingsApplication: "/bin/sh"]),
    ]
    for object in cases {
      #expect(chain.decide(chain.root, object) == errSecParam, "\(String(describing: object))")
    }
    // These settings would have no effect, so they are rejected.
    #expect(chain.decide(chain.leaf, nil) == errSecParam)
    #expect(chain.decide(chain.authority, decision(.trustRoot)) == errSecParam)
    #expect(chain.decide(chain.root, decision(.trustAsRoot)) == errSecParam)
    #expect(settings(of: chain.root).status == errSecItemNotFound)
    #expect(chain.keychain.folder.names().isEmpty)
  }

  @Test func theSystemsSettingsAreItsAuthoritiesAndCannotBeChanged() throws {
    var anchors: CFArray?
    #expect(SecTrustCopyAnchorCertificates(&anchors) == errSecSuccess)
    let authorities = try #require(anchors as? [SecCertificate])
    #expect(chain.decide(chain.root, nil, .system) == errSecReadOnly)
    #expect(chain.forget(chain.root, .system) == errSecReadOnly)
    #expect(settings(of: chain.root, .system).status == errSecItemNotFound)
    try chain.keychain.perform {
      var found: CFArray?
      let status = SecTrustSettingsCopyCertificates(.system, &found)
      guard let first = authorities.first else {
        #expect(status == errSecNoTrustSettings)
        return
      }
      #expect(Set((found as? [SecCertificate] ?? []).map(\.data)) == Set(authorities.map(\.data)))
      #expect(settings(of: first, .system).settings?.count == 0)
      var date: CFDate?
      #expect(SecTrustSettingsCopyModificationDate(first, .system, &date) == errSecSuccess)
      let made = try #require(date)
      #expect(made.timeIntervalSinceNow < 0)
    }
  }

  @Test func whereNothingWasDecidedARemovalLeavesNothingBehind() {
    for domain in [SecTrustSettingsDomain.user, .admin] {
      #expect(chain.forget(chain.root, domain) == errSecItemNotFound)
    }
    for folder in ["home", "admin"] {
      #expect(!FileManager.default.fileExists(atPath: chain.keychain.folder(folder)))
    }
    #expect(chain.forget(chain.root, .system) == errSecReadOnly)
  }

  @Test func settingsAreListedMovedAndForgotten() throws {
    var certificates: CFArray?
    var data: CFData?
    chain.keychain.perform {
      #expect(SecTrustSettingsCopyCertificates(.user, &certificates) == errSecNoTrustSettings)
      #expect(SecTrustSettingsCopyCertificates(.user, nil) == errSecParam)
      #expect(SecTrustSettingsCreateExternalRepresentation(.user, &data) == errSecNoTrustSettings)
    }
    #expect(chain.forget(chain.root) == errSecItemNotFound)
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    #expect(chain.decide(chain.leaf, decision(.deny)) == errSecSuccess)
    chain.keychain.perform {
      #expect(SecTrustSettingsCopyCertificates(.user, &certificates) == errSecSuccess)
      #expect(SecTrustSettingsCreateExternalRepresentation(.user, &data) == errSecSuccess)
    }
    #expect(
      Set((certificates as? [SecCertificate] ?? []).map(\.data))
        == Set([chain.root.data, chain.leaf.data]))

    let other = DecidedChain.keychain(in: try TemporaryDirectory())
    let exported = try #require(data)
    other.perform {
      #expect(SecTrustSettingsImportExternalRepresentation(.user, exported) == errSecSuccess)
      #expect(SecTrustSettingsCopyCertificates(.user, &certificates) == errSecSuccess)
      #expect(certificates?.count == 2)
      #expect(
        SecTrustSettingsImportExternalRepresentation(.user, Data("x".utf8) as CFData)
          == errSecInvalidTrustSettings)
      #expect(SecTrustSettingsImportExternalRepresentation(.system, exported) == errSecReadOnly)
    }
    #expect(chain.forget(chain.leaf) == errSecSuccess)
    #expect(chain.forget(chain.leaf) == errSecItemNotFound)
    #expect(chain.forget(chain.root) == errSecSuccess)
    chain.keychain.perform {
      #expect(SecTrustSettingsCopyCertificates(.user, &certificates) == errSecNoTrustSettings)
      // An import replaces all settings.
      #expect(SecTrustSettingsImportExternalRepresentation(.user, exported) == errSecSuccess)
    }
    #expect(settings(of: chain.leaf).settings?.count == 1)
  }

  /// Trust settings in the format of macOS contain no certificates, and contain additional keys.
  @Test func settingsOfMacOSAreRead() throws {
    let list: [String: Any] = [
      "trustVersion": 1,
      "trustList": [
        chain.root.sha1Digits: [
          "issuerName": Data([0x30, 0]), "serialNumber": Data([2]), "modDate": Date(),
          "trustSettings": [
            [
              "kSecTrustSettingsPolicy": Data([
                0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x01, 0x03,
              ]),
              "kSecTrustSettingsPolicyName": "sslServer", "kSecTrustSettingsResult": 1,
            ],
            [
              "kSecTrustSettingsApplication": Data([1]), "kSecTrustSettingsResult": 1,
            ],
          ],
        ],
        chain.authority.sha1Digits: [
          "issuerName": Data(), "serialNumber": Data([2]), "modDate": Date(),
          "trustSettings": [
            ["kSecTrustSettingsApplication": Data([1]), "kSecTrustSettingsResult": 4]
          ],
        ],
      ],
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .xml, options: 0)
    #expect(
      chain.keychain.perform {
        SecTrustSettingsImportExternalRepresentation(.user, data as CFData)
      } == errSecSuccess)
    // The caller must pass the root, because the settings contain only the digest of the root. The setting for a
    // program of macOS applies to no program.
    #expect(
      try chain.verdict(DecidedChain.server, with: [chain.authority, chain.root]) == .decided)
    #expect(
      try chain.verdict(with: [chain.authority, chain.root]).result == .recoverableTrustFailure)
    var certificates: CFArray?
    chain.keychain.perform {
      #expect(SecTrustSettingsCopyCertificates(.user, &certificates) == errSecSuccess)
    }
    #expect(certificates?.count == 0)
    let found = try #require(settings(of: chain.root).settings)
    #expect(found[1][kSecTrustSettingsApplication] as? Data == Data([1]))
    #expect(chain.decide(chain.root, found as NSArray) == errSecSuccess)
    #expect(settings(of: chain.root).settings?.count == 2)
  }

  /// If the imported settings contain no certificates, the import searches the keychain for the certificates.
  @Test func anImportFindsCertificatesInTheKeychain() throws {
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    var data: CFData?
    chain.keychain.perform {
      _ = SecTrustSettingsCreateExternalRepresentation(.user, &data)
    }
    let exported = try #require(data) as Data
    let content = try PropertyListSerialization.propertyList(
      from: exported, options: [], format: nil)
    var list = try #require(content as? [String: Any])
    var records = try #require(list["trustList"] as? [String: [String: Any]])
    for key in records.keys { records[key]?["LatchkeyCertificate"] = nil }
    list["trustList"] = records
    let bare = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    _ = chain.keychain.add([kSecClass: kSecClassCertificate, kSecValueRef: chain.root])
    chain.keychain.perform {
      #expect(SecTrustSettingsImportExternalRepresentation(.user, bare as CFData) == errSecSuccess)
    }
    #expect(try chain.verdict() == .decided)
  }

  /// Concurrent changes by several processes are not lost.
  @Test func changesOfSeveralProcessesAreAllKept() async throws {
    let certificates = try (0..<24).map { try SecCertificate.made("Root \($0)", serial: $0 + 1) }
    let folder = chain.keychain.folder
    await withTaskGroup(of: OSStatus.self) { group in
      for certificate in certificates {
        group.addTask {
          DecidedChain.keychain(in: folder).perform {
            SecTrustSettingsSetTrustSettings(
              certificate, .user, [kSecTrustSettingsResult: 3] as NSDictionary)
          }
        }
      }
      for await status in group { #expect(status == errSecSuccess) }
    }
    var found: CFArray?
    chain.keychain.perform { _ = SecTrustSettingsCopyCertificates(.user, &found) }
    #expect(found?.count == certificates.count)
    #expect(
      TemporaryDirectory.names(folder("home")).sorted() == [
        "latchkey.lock", "trust-settings.plist",
      ])
    var status = stat()
    #expect(lstat(folder("home/trust-settings.plist"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  /// The settings and the keychain are in the same folder, and do not affect each other.
  @Test func aKeychainWorksBesideItsSettings() throws {
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    let item: Query = [kSecClass: kSecClassGenericPassword, kSecAttrService: "s"]
    #expect(chain.keychain.add(item + [kSecValueData: Data("w".utf8)]).status == errSecSuccess)
    #expect(chain.decide(chain.leaf, decision(.deny)) == errSecSuccess)
    #expect(chain.keychain.secret(item) == "w")
    #expect(try chain.verdict() == .denied)
    try chain.keychain.service.setPasscode("1234")
    let administration = try chain.keychain.service.administration(proving: "1234")
    #expect(try administration.eraseEverything(confirming: administration.databasePath) != nil)
    #expect(try chain.verdict() == .denied)
  }
}
