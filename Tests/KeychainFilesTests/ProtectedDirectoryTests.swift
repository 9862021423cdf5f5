import Glibc
import KeychainFiles
import KeychainModel
import TestSupport
import Testing

@Suite struct ProtectedDirectoryTests {
  private let temporary: TemporaryDirectory

  init() throws { temporary = try TemporaryDirectory() }

  @Test func makesMissingDirectoriesForThisUserAlone() throws {
    _ = try ProtectedDirectory.openOrCreate(temporary("share/latchkey"))
    for name in ["share", "share/latchkey"] {
      var status = stat()
      #expect(lstat(temporary(name), &status) == 0)
      #expect(status.st_mode & 0o7777 == 0o700, "\(name)")
    }
  }

  @Test func missingDirectoryIsNil() throws {
    #expect(try ProtectedDirectory.open(temporary("a/b")) == nil)
    #expect(temporary.names().isEmpty)
  }

  @Test(arguments: [0o701, 0o710, 0o740, 0o777, 0o750] as [mode_t])
  func refusesWiderModes(mode: mode_t) throws {
    chmod(temporary.path, mode)
    let error = #expect(throws: KeychainError.self) {
      _ = try ProtectedDirectory.open(temporary.path)
    }
    #expect(error?.code == .notAvailable)
    #expect(error?.reason.contains(temporary.path) == true)
  }

  @Test func refusesSymbolicLink() throws {
    symlink(temporary.path, temporary("link"))
    let error = #expect(throws: KeychainError.self) {
      _ = try ProtectedDirectory.open(temporary("link"))
    }
    #expect(error?.code == .notAvailable)
    // If the path ends with a slash, the system follows the link even with O_NOFOLLOW.
    #expect(throws: KeychainError.self) { _ = try ProtectedDirectory.open(temporary("link/")) }
  }

  @Test func followsSymbolicLinksOnTheWay() throws {
    mkdir(temporary("real"), 0o700)
    symlink("real", temporary("link"))
    _ = try ProtectedDirectory.openOrCreate(temporary("link/latchkey"))
    #expect(access(temporary("real/latchkey"), F_OK) == 0)
  }

  @Test func refusesFileInPlaceOfDirectory() throws {
    try temporary.write([], to: "file")
    let error = #expect(throws: KeychainError.self) {
      _ = try ProtectedDirectory.openOrCreate(temporary("file"))
    }
    #expect(error?.code == .notAvailable)
  }

  @Test(arguments: ["", "a\0b"]) func refusesPathsThatAreNone(path: String) {
    #expect(throws: KeychainError.self) { _ = try ProtectedDirectory.openOrCreate(path) }
  }

  @Test func refusesDirectoryOfAnotherUser() throws {
    // Root gives a folder to another user. Any other user opens `/root`, which belongs to root.
    let path: String
    if geteuid() == 0 {
      path = temporary("given")
      mkdir(path, 0o700)
      #expect(chown(path, 12_345, 12_345) == 0)
    } else {
      path = "/root"
    }
    let error = #expect(throws: KeychainError.self) { _ = try ProtectedDirectory.open(path) }
    #expect(error?.code == .notAvailable)
  }

  @Test(
    arguments: [
      (0x6969, "NFS"), (0xFF53_4D42, "SMB"), (0xFE53_4D42, "SMB"), (0x517B, "SMB"),
      (0x5346_414F, "AFS"), (0x0102_1997, "9P"), (0x00C3_6400, "Ceph"), (0x0116_1970, "GFS2"),
      (0x7461_636F, "OCFS2"), (0x564C, "NCP"), (0x7375_7245, "Coda"),
    ] as [(UInt32, String)])
  func sharedFileSystemsAreKnown(magic: UInt32, name: String) {
    #expect(SharedFileSystem(rawValue: magic)?.name == name)
  }

  @Test(
    arguments: [
      0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0x794C_7630, 0x6573_5546, 0x2FC1_2FC1,
    ] as [UInt32])
  func localFileSystemsAreAccepted(magic: UInt32) {
    #expect(SharedFileSystem(rawValue: magic) == nil)
  }

  @Test(arguments: ["", ".", "..", "a/b", "a\0"]) func refusesNamesThatLeadElsewhere(name: String)
    throws
  {
    let directory = try ProtectedDirectory.openOrCreate(temporary.path)
    let error = #expect(throws: KeychainError.self) { _ = try directory.status(of: name) }
    #expect(error?.code == .parameter)
  }

  @Test func entriesAreListedExaminedRenamedAndRemoved() throws {
    let directory = try ProtectedDirectory.openOrCreate(temporary.path)
    try temporary.write([1, 2, 3], to: "one")
    #expect(try directory.entryNames() == ["one"])
    #expect(try directory.entryNames() == ["one"])
    #expect(try directory.status(of: "one")?.byteCount == 3)
    #expect(try directory.status(of: "two") == nil)
    try directory.rename("one", to: "two")
    #expect(try directory.remove("one") == false)
    #expect(try directory.remove("two"))
    #expect(try directory.entryNames().isEmpty)
  }

  @Test func renamingWithoutReplacingKeepsWhatIsThere() throws {
    let directory = try ProtectedDirectory.openOrCreate(temporary.path)
    try temporary.write([1], to: "new")
    try temporary.write([2], to: "old")
    #expect(try directory.renameWithoutReplacing("new", to: "old") == false)
    #expect(try directory.linkAndRemove("new", to: "old") == false)
    #expect(try temporary.read("old") == [2])
    #expect(try directory.linkAndRemove("new", to: "other"))
    #expect(temporary.names() == ["old", "other"])
    #expect(try directory.renameWithoutReplacing("other", to: "third"))
    #expect(temporary.names() == ["old", "third"])
  }

  @Test func sweepingRemovesOldLitterOnly() throws {
    let directory = try ProtectedDirectory.openOrCreate(temporary.path)
    let litter = "keybag.tmp-0123456789abcdef"
    let young = "keybag.tmp-fedcba9876543210"
    let others = ["keybag", "keybag.tmp-", "keybag.tmp-0123456789ABCDEF", ".tmp-0123456789abcdef"]
    for name in others + [litter, young] { try temporary.write([1], to: name) }
    for name in others + [litter] {
      let old = [timeval(tv_sec: 1_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000, tv_usec: 0)]
      #expect(utimes(temporary(name), old) == 0)
    }
    #expect(try directory.sweepTemporaryFiles(olderThan: .seconds(3600)) == 1)
    #expect(temporary.names() == (others + [young]).sorted())
  }
}
