import Foundation
import Glibc
import Security
import Testing

/// Settings that cannot be read may contain a denial. Therefore no certificate is trusted, and no call changes the file
/// of the settings.
@Suite struct UnreadableTrustSettingsTests {
  private let chain: DecidedChain
  private let path: String

  init() throws {
    chain = try DecidedChain()
    path = chain.keychain.folder("home/trust-settings.plist")
    #expect(chain.decide(chain.root, nil) == errSecSuccess)
    #expect(try chain.verdict() == .decided)
  }

  private static let refused = DecidedChain.Verdict(
    result: .otherError, status: errSecInvalidTrustSettings)

  private func expectRefusal(_ place: SourceLocation = #_sourceLocation) throws {
    #expect(try chain.verdict() == Self.refused, sourceLocation: place)
    let anchors = [chain.root] as NSArray
    #expect(
      try chain.verdict { SecTrustSetAnchorCertificates($0, anchors) } == Self.refused,
      sourceLocation: place)
    var settings: CFArray?
    chain.keychain.perform {
      #expect(
        SecTrustSettingsCopyTrustSettings(chain.root, .user, &settings)
          == errSecInvalidTrustSettings, sourceLocation: place)
    }
    let before = try? Data(contentsOf: URL(fileURLWithPath: path))
    #expect(
      chain.decide(chain.leaf, decision(.deny)) == errSecInvalidTrustSettings,
      sourceLocation: place)
    let after = try? Data(contentsOf: URL(fileURLWithPath: path))
    #expect(after == before, sourceLocation: place)
  }

  @Test func aDamagedFileIsRefused() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for damaged in [
      Data(), Data("x".utf8), whole.prefix(whole.count / 2), whole.dropLast(9),
      Data(
        String(decoding: whole, as: UTF8.self).replacingOccurrences(of: "trustList", with: "t").utf8
      ),
    ] {
      try damaged.write(to: URL(fileURLWithPath: path))
      try expectRefusal()
    }
    try whole.write(to: URL(fileURLWithPath: path))
    #expect(try chain.verdict() == .decided)
  }

  @Test(arguments: [0o620, 0o602, 0o666] as [mode_t])
  func aFileThatOthersMayWriteIsRefused(mode: mode_t) throws {
    chmod(path, mode)
    try expectRefusal()
    chmod(path, 0o644)
    #expect(try chain.verdict() == .decided)
  }

  @Test func aFolderThatOthersMayWriteIsRefused() throws {
    // A new chain has no cached settings. Cached settings are used as long as the file does not change.
    let fresh = try DecidedChain()
    #expect(fresh.decide(fresh.root, nil) == errSecSuccess)
    chmod(fresh.keychain.folder("home"), 0o770)
    #expect(try fresh.verdict() == Self.refused)
    // A change of the settings fails with the same status as an evaluation.
    for mode in [0o770, 0o777] as [mode_t] {
      chmod(fresh.keychain.folder("home"), mode)
      #expect(fresh.decide(fresh.leaf, decision(.deny)) == errSecInvalidTrustSettings)
    }
  }

  @Test func whatIsNoFileIsRefused() throws {
    rename(path, path + ".old")
    symlink(path + ".old", path)
    try expectRefusal()
    unlink(path)
    mkfifo(path, 0o600)
    #expect(try chain.verdict() == Self.refused)
    unlink(path)
    mkdir(path, 0o700)
    #expect(try chain.verdict() == Self.refused)
    rmdir(path)
    rename(path + ".old", path)
    #expect(try chain.verdict() == .decided)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func aFileOfAnotherUserIsRefused() throws {
    chown(path, 12345, 12345)
    try expectRefusal()
  }

  @Test func theAdministratorsFileIsLookedAtInTheSameWay() throws {
    let admin = chain.keychain.folder("admin/trust-settings.plist")
    #expect(chain.decide(chain.otherRoot, nil, .admin) == errSecSuccess)
    var status = stat()
    #expect(lstat(admin, &status) == 0 && status.st_mode & 0o777 == 0o644)
    #expect(lstat(chain.keychain.folder("admin"), &status) == 0 && status.st_mode & 0o777 == 0o755)
    chmod(admin, 0o664)
    #expect(try chain.verdict() == Self.refused)
    try Data("x".utf8).write(to: URL(fileURLWithPath: admin))
    chmod(admin, 0o644)
    #expect(try chain.verdict() == Self.refused)
  }
}
