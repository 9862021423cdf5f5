import KeychainModel
import Testing

@testable import PublicKeys

/// The external form of trust settings.
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
    let again = try TrustSettingsList(external: list.external)
    #expect(again.external == list.external)
    let record = try #require(try again.record(of: certificate))
    #expect(record.settings == [setting, TrustSetting()])
    #expect(record.certificate?.der == certificate.der)
    #expect(record.modified == 788_918_400)
    #expect(record.serialNumber == certificate.serialNumber)
    #expect(again.disablesUsers)
  }

  /// A certificate of the same digest is another when its bytes are.
  @Test func aRecordIsForItsCertificate() throws {
    let other = try TestChain().certificates().leaf
    var list = TrustSettingsList()
    try list.set([], for: certificate, modified: 0)
    let key = try TrustSettingsList.key(of: other)
    list.records[key] = list.records[try TrustSettingsList.key(of: certificate)]
    #expect(try list.record(of: other) == nil)
    #expect(throws: KeychainError.self) { try TrustSettingsList(external: list.external) }
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

  /// What cannot be checked narrows trust to nothing, and no denial.
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
