import CPlatform
import Glibc
import KeychainModel
import TestSupport
import Testing

@testable import KeychainFiles

/// Tests of folders above the keychain's folder in which other users can replace files.
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
        default: try ProtectedDirectory.requireTrustedAncestors(above: path)
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
    // A folder is accepted if its group can write to it and the user is the only member of this group. A user who is
    // not root can be the only member of the group. For such a user, the test therefore makes the folder writable by
    // all users.
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

  /// The path goes through a symbolic link. The folders above the target of the link are checked.
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
    try ProtectedDirectory.requireTrustedAncestors(above: temporary("folder/keychain"))
    _ = try ProtectedDirectory.openOrCreate(temporary("folder/keychain"))
  }

  @Test(.enabled(if: geteuid() == 0, "needs root")) func folderOfAnotherUserIsRefused() throws {
    makeFolder("folder", mode: 0o755)
    #expect(chown(temporary("folder"), 12345, 12345) == 0)
    expectRefusal(
      temporary("folder/keychain"), naming: temporary("folder"), "belongs to user 12345")
    #expect(TemporaryDirectory.names(temporary("folder")).isEmpty)
  }

  /// In a sticky folder such as /tmp, the owner of a link can change the target of the link.
  @Test(.enabled(if: geteuid() == 0, "needs root"))
  func linkOfAnotherUserInAStickyFolderIsRefused() throws {
    makeFolder("real", mode: 0o700)
    makeFolder("sticky", mode: 0o1777)
    #expect(symlink("../real", temporary("sticky/link")) == 0)
    // A symbolic link may lead through another symbolic link.
    #expect(symlink(temporary("sticky/link"), temporary("over")) == 0)
    for path in ["sticky/link/keychain", "over/keychain", "over/a/b"] {
      try ProtectedDirectory.requireTrustedAncestors(above: temporary(path))
    }
    #expect(lchown(temporary("sticky/link"), 12345, 12345) == 0)
    for path in ["sticky/link/keychain", "over/keychain", "over/a/b"] {
      expectLinkRefusal(temporary(path), naming: temporary("sticky/link"))
    }
    makeFolder("real/keychain", mode: 0o700)
    expectLinkRefusal(temporary("over/keychain"), naming: temporary("sticky/link"))
    #expect(TemporaryDirectory.names(temporary("real")) == ["keychain"])
  }

  private func expectLinkRefusal(_ path: String, naming link: String) {
    for isMade in [false, true] {
      let error = #expect(throws: KeychainError.self) {
        _ = isMade ? try ProtectedDirectory.openOrCreate(path) : try ProtectedDirectory.open(path)
      }
      #expect(error?.failureCause == .folderAboveTooOpen)
      #expect(
        error?.reason.starts(with: "\(link), a symbolic link on the way") == true,
        "\(error?.reason ?? "")")
      #expect(error?.reason.contains("belongs to user 12345") == true)
    }
  }

  /// If no other user can create links in the folder, the owner of a link does not matter.
  @Test(.enabled(if: geteuid() == 0, "needs root"))
  func linkOfAnotherUserElsewhereIsNot() throws {
    makeFolder("real", mode: 0o700)
    makeFolder("own", mode: 0o755)
    #expect(symlink("../real", temporary("own/link")) == 0)
    #expect(lchown(temporary("own/link"), 12345, 12345) == 0)
    _ = try ProtectedDirectory.openOrCreate(temporary("own/link/keychain"))
    #expect(TemporaryDirectory.names(temporary("real")) == ["keychain"])
  }

  @Test func linksLeadWhereTheKernelSays() throws {
    makeFolder("real", mode: 0o700)
    for (name, target) in [
      ("absolute", temporary("real")), ("relative", "./real/../real/"), ("twice", "absolute"),
      ("folder", "."),
    ] {
      #expect(symlink(target, temporary(name)) == 0)
      _ = try ProtectedDirectory.openOrCreate(temporary("\(name)/\(name)-keychain"))
    }
    #expect(
      Set(TemporaryDirectory.names(temporary("real")))
        == ["absolute-keychain", "relative-keychain", "twice-keychain"])
    #expect(TemporaryDirectory.names(temporary.path).contains("folder-keychain"))
    let real = open(temporary("real"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(real) }
    #expect(try ProtectedDirectory.open("/proc/self/fd/\(real)/twice-keychain") != nil)
  }

  @Test func linksThatLeadNowhereEnd() throws {
    #expect(symlink("loop", temporary("loop")) == 0)
    #expect(throws: KeychainError.self) {
      try ProtectedDirectory.open(temporary("loop/keychain"))
    }
    #expect(symlink("missing", temporary("dangling")) == 0)
    #expect(try ProtectedDirectory.open(temporary("dangling/keychain")) == nil)
    #expect(throws: KeychainError.self) {
      try ProtectedDirectory.openOrCreate(temporary("dangling/keychain"))
    }
    try temporary.write([], to: "file")
    let error = #expect(throws: KeychainError.self) {
      try ProtectedDirectory.open(temporary("file/keychain"))
    }
    #expect(error?.failureCause == .wrongFileKind)
    #expect(Set(TemporaryDirectory.names(temporary.path)) == ["loop", "dangling", "file"])
  }

  /// If the access control list of a folder cannot be read, the folder is treated like a folder with an access control
  /// list.
  @Test func accessListThatCannotBeReadMayBeThere() {
    #expect(lk_may_have_access_list(-1) == 1)
    let folder = lk_open_passage(AT_FDCWD, temporary.path)
    defer { close(folder) }
    #expect(lk_may_have_access_list(folder) == 0)
  }

  /// `openReadable` opens the folder of trust settings, which all users can read. For such a folder, the folders above
  /// are not checked.
  @Test func readableFolderIsNotAsked() throws {
    makeFolder("open", mode: 0o777)
    makeFolder("open/settings", mode: 0o755)
    _ = try ProtectedDirectory.openReadable(temporary("open/settings"))
  }
}
