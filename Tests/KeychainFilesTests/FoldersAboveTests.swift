import Glibc
import KeychainModel
import TestSupport
import Testing

@testable import KeychainFiles

/// Folders above the keychain's that others may write.
@Suite struct FoldersAboveTests {
  private let temporary: TemporaryDirectory

  init() throws { temporary = try TemporaryDirectory() }

  private func makeFolder(_ name: String, mode: mode_t) {
    #expect(mkdir(temporary(name), 0o700) == 0)
    #expect(chmod(temporary(name), mode) == 0)
  }

  private func expectRefusal(
    _ path: String, naming folder: String, _ word: String
  ) {
    for attempt in ["open", "make", "ask"] {
      let error = #expect(throws: KeychainError.self, "\(attempt)") {
        switch attempt {
        case "open": _ = try ProtectedDirectory.open(path)
        case "make": _ = try ProtectedDirectory.openOrCreate(path)
        default: try ProtectedDirectory.requireTrustedFolders(above: path)
        }
      }
      #expect(error?.code == .notAvailable)
      #expect(error?.failureCause == .folderAboveTooOpen)
      #expect(error?.reason.starts(with: "\(folder), above") == true, "\(error?.reason ?? "")")
      #expect(error?.reason.contains(word) == true, "\(error?.reason ?? "")")
    }
  }

  @Test(arguments: [0o777, 0o757, 0o722, 0o770] as [mode_t])
  func folderThatOthersMayWriteIsRefused(mode: mode_t) throws {
    makeFolder("open", mode: mode)
    // Root's group is nobody's alone; that of another user who runs the tests may be.
    if mode & 0o002 == 0, geteuid() != 0 { #expect(chmod(temporary("open"), mode | 0o002) == 0) }
    expectRefusal(
      temporary("open/keychain"), naming: temporary("open"), "chmod go-w \(temporary("open"))")
    #expect(TemporaryDirectory.names(temporary("open")).isEmpty)
  }

  @Test func folderFartherAboveIsRefused() throws {
    makeFolder("open", mode: 0o777)
    makeFolder("open/between", mode: 0o700)
    makeFolder("open/between/keychain", mode: 0o700)
    expectRefusal(temporary("open/between/keychain"), naming: temporary("open"), "0777")
    expectRefusal(temporary("open/between/a/b"), naming: temporary("open"), "0777")
  }

  /// The folders that the path names are not those above the one it leads to.
  @Test func folderBehindALinkIsRefused() throws {
    makeFolder("open", mode: 0o777)
    makeFolder("open/real", mode: 0o700)
    #expect(symlink(temporary("open/real"), temporary("link")) == 0)
    expectRefusal(temporary("link/keychain"), naming: temporary("open"), "0777")
  }

  @Test func folderWithALinkThatOthersCanExchangeIsRefused() throws {
    makeFolder("real", mode: 0o700)
    makeFolder("open", mode: 0o777)
    #expect(symlink(temporary("real"), temporary("open/link")) == 0)
    expectRefusal(temporary("open/link/keychain"), naming: temporary("open"), "0777")
  }

  @Test(arguments: [0o700, 0o711, 0o755, 0o1777] as [mode_t])
  func folderThatOnlyItsOwnerMayWriteOrThatIsStickyIsNot(mode: mode_t) throws {
    makeFolder("folder", mode: mode)
    try ProtectedDirectory.requireTrustedFolders(above: temporary("folder/keychain"))
    _ = try ProtectedDirectory.openOrCreate(temporary("folder/keychain"))
  }

  @Test(.enabled(if: geteuid() == 0, "needs root")) func folderOfAnotherUserIsRefused() throws {
    makeFolder("folder", mode: 0o755)
    #expect(chown(temporary("folder"), 12345, 12345) == 0)
    expectRefusal(
      temporary("folder/keychain"), naming: temporary("folder"), "belongs to user 12345")
    #expect(TemporaryDirectory.names(temporary("folder")).isEmpty)
  }

  /// What others may read is no matter of the folders above the trust settings.
  @Test func readableFolderIsNotAsked() throws {
    makeFolder("open", mode: 0o777)
    makeFolder("open/settings", mode: 0o755)
    _ = try ProtectedDirectory.openReadable(temporary("open/settings"))
  }
}
