import KeychainModel
import Testing

@testable import CertificateTrust
@testable import X509Certificates
import PropertyLists

/// Tests of the external form of trust settings.
@Suite struct TrustSettingsListTests {
  private let certificate: Certificate

  init() throws { certificate = try TestChain().certificates().root }

  @Test func whatIsWrittenIsReadAgain() throws {
    var list = TrustSettingsList()
    var setting = TrustSetting(
      policy: "1.2.840.113635.100.1.8", policyString: "a@b", keyUsage: 0xFFFF_FFFF,
      allowedError: -2_147_409_654, result: .deny)
    setting.others = ["kSecTrustSettingsApplication": .data([1]), "new": .boolean(true)]
    try list.set([setting, TrustSetting()], for: certificate, modified: 788_918_400)
    list.disablesUsers = true
    let again = try TrustSettingsList(external: list.external())
    #expect(try again.external() == list.external())
    let record = try #require(try again.record(of: certificate))
    #expect(record.settings == [setting, TrustSetting()])
    #expect(record.certificate?.der == certificate.der)
    #expect(record.modified == 788_918_400)
    #expect(record.serialNumber == certificate.serialNumber)
    #expect(again.disablesUsers)
  }

  /// Each policy must be written exactly, because a setting without its policy would apply to every policy.
  @Test func policiesAreWrittenAsTheyWereRead() throws {
    var random = SplitMix(seed: 1)
    var cases: [[UInt8]] = [
      [0x69, 0x81, 0xB1, 0xD1, 0xAF, 0xEB, 0xBD, 0xA8, 0x80, 0x05], [0x69], [0x29], [0x88, 0x37],
      [0x2A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
      [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
      [0x2A, 0x81, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
      [0x2A, 0x80, 0x01], [0x2A, 0x80], [],
    ]
    for _ in 0..<2000 {
      cases.append((0..<(1 + random.below(12))).map { _ in UInt8(random.below(256)) })
    }
    var readableCount = 0
    for octets in cases {
      let value = PropertyListValue.dictionary([
        "kSecTrustSettingsPolicy": .data(octets), "kSecTrustSettingsResult": .integer(1),
      ])
      let setting = try TrustSetting(external: value)
      #expect(try setting.external() == value, "\(octets)")
      #expect(!setting.applies(to: .basic, isLeaf: true) || setting.policy != nil, "\(octets)")
      if setting.policy != nil { readableCount += 1 }
    }
    #expect(readableCount > 100)
    #expect(throws: KeychainError.self) { try TrustSetting(policy: "no policy").external() }
  }

  private struct SplitMix {
    var seed: UInt64
    mutating func below(_ bound: UInt64) -> UInt64 {
      seed &+= 0x9E37_79B9_7F4A_7C15
      let mixed = (seed ^ (seed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      return (mixed ^ (mixed >> 31)) % bound
    }
  }

  /// The data is rejected before it is parsed, because parsing a gigabyte takes minutes.
  @Test func whatIsTooLargeIsRefused() throws {
    let list = try TrustSettingsList().external()
    let blanks = [UInt8](
      repeating: 0x20, count: TrustSettingsList.largestByteCount + 1 - list.count)
    let error = #expect(throws: KeychainError.self) {
      try TrustSettingsList(external: list + blanks)
    }
    #expect(error?.reason == "the trust settings are larger than any may be")
  }

  /// A record does not apply to a certificate that has the same digest but other bytes.
  @Test func aRecordIsForItsCertificate() throws {
    let other = try TestChain().certificates().leaf
    var list = TrustSettingsList()
    try list.set([], for: certificate, modified: 0)
    let key = try TrustSettingsList.key(of: other)
    list.records[key] = list.records[try TrustSettingsList.key(of: certificate)]
    #expect(try list.record(of: other) == nil)
    #expect(throws: KeychainError.self) { try TrustSettingsList(external: list.external()) }
  }

  private func list(_ record: String, _ top: String = "") -> TrustSettingsList? {
    let digest = String(repeating: "0A", count: 20)
    let text = """
      <plist version="1.0"><dict><key>trustVersion</key><integer>1</integer>\(top)\
      <key>trustList</key><dict><key>\(digest)</key>\(record)</dict></dict></plist>
      """
    return try? TrustSettingsList(external: Array(text.utf8))
  }

  private func setting(_ entries: String) -> TrustSetting? {
    list("<dict><key>trustSettings</key><array><dict>\(entries)</dict></array></dict>")?
      .records.values.first?.settings.first
  }

  @Test func recordsAreReadAsMacOSWritesThem() {
    #expect(list("<dict/>")?.records.values.first?.settings == [])
    #expect(setting("") == TrustSetting())
    let usage = "<key>kSecTrustSettingsKeyUsage</key>"
    #expect(setting("\(usage)<integer>-1</integer>")?.keyUsage == 0xFFFF_FFFF)
    #expect(setting("\(usage)<integer>4294967295</integer>")?.keyUsage == 0xFFFF_FFFF)
    let error = "<key>kSecTrustSettingsAllowedError</key>"
    #expect(setting("\(error)<integer>2147557642</integer>")?.allowedError == -2_147_409_654)
  }

  @Test(arguments: [
    "<string/>", "<dict><key>x</key><true/></dict>", "<dict><key>issuerName</key><true/></dict>",
    "<dict><key>trustSettings</key><dict/></dict>",
    "<dict><key>LatchkeyCertificate</key><data>AQ==</data></dict>",
  ])
  func otherRecordsAreRefused(record: String) { #expect(list(record) == nil) }

  @Test(arguments: [
    "<key>kSecTrustSettingsResult</key><integer>0</integer>",
    "<key>kSecTrustSettingsResult</key><integer>5</integer>",
    "<key>kSecTrustSettingsResult</key><string>3</string>",
    "<key>kSecTrustSettingsKeyUsage</key><integer>0</integer>",
    "<key>kSecTrustSettingsKeyUsage</key><integer>4294967296</integer>",
    "<key>kSecTrustSettingsPolicy</key><string>1.2.3</string>",
  ])
  func otherSettingsAreRefused(entries: String) { #expect(setting(entries) == nil) }

  @Test func otherTopsAreRefused() {
    #expect(list("<dict/>", "<key>x</key><true/>") == nil)
    #expect(
      list("<dict/>", "<key>LatchkeyDisableUserTrustSettings</key><integer>1</integer>") == nil)
    #expect((try? TrustSettingsList(external: Array("<plist><dict/></plist>".utf8))) == nil)
    let version = "<key>trustVersion</key><integer>2</integer><key>trustList</key><dict/>"
    #expect(
      (try? TrustSettingsList(external: Array("<plist><dict>\(version)</dict></plist>".utf8)))
        == nil)
  }

  /// A setting with a constraint that cannot be checked applies only if the result of the setting is `.deny`.
  @Test func unknownConstraintsNeverTrust() {
    for (result, applies) in [
      (TrustSetting.Result.trustRoot, false), (.trustAsRoot, false), (.unspecified, false),
      (.deny, true),
    ] {
      var setting = TrustSetting(result: result)
      setting.others = ["kSecTrustSettingsApplication": .data([1])]
      #expect(setting.applies(to: .basic, isLeaf: true) == applies)
      setting.others = [TrustSetting.policyNameKey: .string("sslServer")]
      #expect(setting.applies(to: .basic, isLeaf: true))
    }
  }
}
