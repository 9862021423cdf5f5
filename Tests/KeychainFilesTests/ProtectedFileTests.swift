import CTestSupport
import Glibc
import KeychainFiles
import KeychainModel
import TestSupport
import Testing

@Suite struct ProtectedFileTests {
  private let temporary: TemporaryDirectory
  private let file: ProtectedFile

  init() throws {
    temporary = try TemporaryDirectory()
    file = ProtectedFile("keybag", in: try ProtectedDirectory.openOrCreate(temporary.path))
  }

  @Test func missingFileIsNil() throws {
    #expect(try content() == nil)
    #expect(try file.status() == nil)
  }

  @Test func createdFileIsReadBack() throws {
    #expect(try create([1, 2, 3]))
    #expect(try content() == [1, 2, 3])
    #expect(try file.status()?.mode == UInt32(S_IFREG) | 0o600)
    #expect(temporary.names() == ["keybag"])
  }

  @Test func emptyContentIsKept() throws {
    #expect(try create([]))
    #expect(try content() == [])
  }

  @Test func creatingDoesNotReplace() throws {
    #expect(try create([1]))
    #expect(try create([2]) == false)
    #expect(try content() == [1])
    #expect(temporary.names() == ["keybag"])
  }

  @Test func replacingPutsNewContentUnderTheName() throws {
    try replace([1])
    let before = try file.status()
    try replace([2, 3])
    #expect(try content() == [2, 3])
    #expect(try file.status() != before)
    #expect(temporary.names() == ["keybag"])
  }

  @Test func oldContentIsErasedWhenAskedFor() throws {
    let content = [UInt8](repeating: 1, count: 64)
    try replace(content)
    let old = open(temporary("keybag"), O_RDONLY)
    defer { close(old) }
    #expect(old >= 0)
    func oldContent() -> [UInt8] {
      var buffer = [UInt8](repeating: 0, count: 65)
      let count = pread(old, &buffer, buffer.count, 0)
      return Array(buffer.prefix(count))
    }
    try ([4] as [UInt8]).withUnsafeBytes { try file.replace($0, erasingOld: true) }
    #expect(oldContent().count == 64)
    #expect(oldContent().count { $0 == 1 } < 16)
    #expect(try self.content() == [4])
    #expect(temporary.names() == ["keybag"])
  }

  /// The file has a second name, which may be the name of a backup. Therefore, a replacement of the file does not
  /// overwrite the old content.
  @Test func oldContentWithAnotherNameIsKept() throws {
    try replace([1, 2, 3])
    #expect(link(temporary("keybag"), temporary("backup")) == 0)
    try ([4] as [UInt8]).withUnsafeBytes { try file.replace($0, erasingOld: true) }
    #expect(try temporary.read("backup") == [1, 2, 3])
    #expect(try content() == [4])
  }

  @Test func erasingLeavesTheTargetOfASymbolicLinkAlone() throws {
    try temporary.write([1, 2, 3], to: "target")
    #expect(symlink(temporary("target"), temporary("keybag")) == 0)
    try ([4] as [UInt8]).withUnsafeBytes { try file.replace($0, erasingOld: true) }
    #expect(try temporary.read("target") == [1, 2, 3])
    #expect(try content() == [4])
  }

  @Test func modeDoesNotDependOnTheMask() throws {
    // The umask applies to the whole process. A child process changes its own umask, which does not affect other tests.
    let child = lk_test_fork(60)
    if child == 0 {
      umask(0o777)
      _exit((try? create([1])) == true ? 0 : 1)
    }
    #expect(lk_test_wait(child) == 0)
    #expect(try file.status()?.mode == UInt32(S_IFREG) | 0o600)
    #expect(try content() == [1])
  }

  @Test(arguments: [0o601, 0o640, 0o620, 0o644, 0o666] as [mode_t])
  func refusesWiderModes(mode: mode_t) throws {
    try temporary.write([1], to: "keybag", mode: mode)
    let error = #expect(throws: KeychainError.self) { _ = try content() }
    #expect(error?.code == .notAvailable)
    #expect(error?.reason.contains(file.path) == true)
  }

  @Test func refusesSymbolicLink() throws {
    try temporary.write([1], to: "other")
    symlink("other", temporary("keybag"))
    let error = #expect(throws: KeychainError.self) { _ = try content() }
    #expect(error?.code == .notAvailable)
  }

  @Test func replacingASymbolicLinkLeavesItsTargetAlone() throws {
    try temporary.write([1], to: "other")
    symlink("other", temporary("keybag"))
    try replace([2])
    #expect(try temporary.read("other") == [1])
    #expect(try content() == [2])
  }

  @Test func refusesWhatIsNoRegularFile() throws {
    mkfifo(temporary("keybag"), 0o600)
    #expect(throws: KeychainError.self) { _ = try content() }
    unlink(temporary("keybag"))
    mkdir(temporary("keybag"), 0o700)
    #expect(throws: KeychainError.self) { _ = try content() }
  }

  @Test(.enabled(if: geteuid() == 0, "root alone gives files away"))
  func refusesFileOfAnotherUser() throws {
    try temporary.write([1], to: "keybag")
    #expect(chown(temporary("keybag"), 12_345, 12_345) == 0)
    let error = #expect(throws: KeychainError.self) { _ = try content() }
    #expect(error?.code == .notAvailable)
  }

  @Test func refusesLongContent() throws {
    try temporary.write([UInt8](repeating: 7, count: 101), to: "keybag")
    let error = #expect(throws: KeychainError.self) { _ = try content(limit: 100) }
    #expect(error?.code == .notAvailable)
    #expect(try content(limit: 101)?.count == 101)
  }

  @Test func failureLeavesNoLitter() throws {
    // The name of the new file is already the name of a folder. Therefore, the new file is written, and only its
    // renaming fails.
    mkdir(temporary("keybag"), 0o700)
    #expect(throws: KeychainError.self) { try replace([1]) }
    #expect(temporary.names() == ["keybag"])
  }

  @Test func killedWriterLeavesOldOrNewContent() throws {
    let contents: [[UInt8]] = (1...4).map { [UInt8](repeating: $0, count: 30_000 * Int($0)) }
    try replace(contents[0])
    for round in 1...20 {
      let child = lk_test_fork(60)
      if child == 0 {
        var index = round
        while (try? replace(contents[index % contents.count])) != nil { index += 1 }
        _exit(1)
      }
      usleep(UInt32(round) * 300)
      kill(child, SIGKILL)
      #expect(lk_test_wait(child) == -SIGKILL)
      let found = try #require(try content())
      #expect(contents.contains(found))
    }
    // `sweepTemporaryFiles` keeps files of the current second, so the test repeats the call.
    #expect(
      try holds {
        try file.directory.sweepTemporaryFiles(olderThan: .zero)
        return temporary.names() == ["keybag"]
      })
  }

  private func content(limit: Int = 1 << 20) throws(KeychainError) -> [UInt8]? {
    guard let content = try file.read(limit: limit) else { return nil }
    return content.withUnsafeBytes { Array($0) }
  }

  private func create(_ bytes: [UInt8]) throws -> Bool {
    try bytes.withUnsafeBytes { try file.create($0) }
  }

  private func replace(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try file.replace($0) }
  }
}
