import Glibc
import Keychain
import KeychainFiles
import KeychainModel
import CertificateTrust
import TestSupport
import Testing

/// Tests of the folders of trust settings, and of changes of these folders.
@Suite struct TrustSettingsPlaceTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var location: StoreLocation {
    var location = StoreLocation(home: folder("home"))
    location.adminDirectory = folder("admin")
    return location
  }

  private static func decide(_ list: inout TrustSettingsList) {
    list.defaultRoot = TrustSettingsList.denial
  }

  /// The home folder of a service may be mounted after the service has started.
  @Test func aHomeThatComesLaterCounts() throws {
    let store = TrustSettingsStore(location)
    try store.change(.user) { (list, _) in Self.decide(&list) }
    let found = ForkSafeMutex<StoreLocation?>(nil)
    let standard = StandardTrustSettings { () throws(KeychainError) in found.withLock { $0 } }
    _ = try standard.store().current()
    #expect(try standard.store().settings(of: .user) == nil)
    let location = location
    found.withLock { $0 = location }
    #expect(try standard.store().settings(of: .user) != nil)
    // The trust settings store is cached after it was found.
    #expect(try standard.store() === standard.store())
  }

  /// If a folder is moved away during a change, the change is repeated in the folder that has the path now.
  @Test func aFolderThatIsMovedAwayDuringAChangeIsNotTheOneThatIsChanged() throws {
    let store = TrustSettingsStore(location)
    var count = 0
    try store.change(.user) { (list, _) in
      if count == 0 { rename(folder("home"), folder("moved")) }
      count += 1
      Self.decide(&list)
    }
    #expect(try store.settings(of: .user) != nil)
    #expect(count == 2)
  }

  /// In the administrator's folder, the writers of trust settings delete temporary files. In a keychain's folder, the
  /// next opening of the keychain deletes temporary files.
  @Test func whatKilledWritersLeftIsSweptAway() throws {
    let store = TrustSettingsStore(location)
    try store.change(.admin) { (list, _) in Self.decide(&list) }
    let litter = folder("admin/trust-settings.plist.tmp-0123456789abcdef")
    let other = folder("admin/notes")
    for path in [litter, other] { close(open(path, O_CREAT | O_WRONLY, 0o600)) }
    try store.change(.admin) { (list, _) in Self.decide(&list) }
    #expect(access(litter, F_OK) != 0)
    #expect(access(other, F_OK) == 0)
  }
}

extension TrustSettingsList {
  /// A record that denies roots, as a property list reader returns the record.
  fileprivate static var denial: TrustSettingsRecord? {
    let text = """
      <plist version="1.0"><dict><key>trustVersion</key><integer>1</integer><key>trustList</key><dict>
      <key>kSecTrustRecordDefaultRootCert</key><dict><key>trustSettings</key><array><dict>
      <key>kSecTrustSettingsResult</key><integer>3</integer></dict></array></dict></dict></dict></plist>
      """
    return (try? TrustSettingsList(external: Array(text.utf8)))?.defaultRoot
  }
}
