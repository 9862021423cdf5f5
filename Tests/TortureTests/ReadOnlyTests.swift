import Glibc
import TestSupport
import Testing
import TortureScript

/// Files and folders that a process temporarily cannot write or read.
@Suite(.serialized, .enabled(if: Torture.isRoot, "only root can become another user"))
struct ReadOnlyTests {
  private let refusals: Set<Int32> = [-25291, -25292]

  /// Starts a process that has no privileges and owns `folder`, the folder of the store.
  private func unprivileged(_ folder: TemporaryDirectory) throws -> Child {
    let user: UInt32 = 65534
    try #require(chown(folder.path, user, user) == 0)
    let child = try Child("commands", folder.path)
    #expect(child.ask("become \(user)") == Simple.Answer(0))
    return child
  }

  @Test func folderThatMayNotBeWritten() throws {
    let folder = try TemporaryDirectory()
    let child = try unprivileged(folder)
    #expect(child.ask("add before 100") == Simple.Answer(0))
    #expect(child.ask("mode \(folder.path) 500").status == 0)
    // A process that has the files open continues to find items. A call of a new process can fail, because SQLite must
    // create files in the folder of the database.
    #expect(child.ask("find before") == Simple.Answer(0, "100"))
    let late = try Child("commands", folder.path)
    #expect(late.ask("become 65534").status == 0)
    for command in ["find before", "add late 100"] {
      let answer = late.ask(command)
      #expect(answer.status == 0 || refusals.contains(answer.status), "\(answer)")
    }
    #expect(child.ask("mode \(folder.path) 700").status == 0)
    #expect(late.ask("find before") == Simple.Answer(0, "100"))
    #expect(late.ask("add after 100") == Simple.Answer(0))
    #expect(child.ask("find after") == Simple.Answer(0, "100"))
    #expect(child.ask("verify") == Simple.Answer(0))
  }

  @Test func emptyFolderThatMayNotBeWritten() throws {
    let folder = try TemporaryDirectory()
    let child = try unprivileged(folder)
    #expect(child.ask("mode \(folder.path) 500").status == 0)
    let answer = child.ask("add one 100")
    #expect(refusals.contains(answer.status), "\(answer)")
    #expect(child.ask("mode \(folder.path) 700").status == 0)
    #expect(child.ask("add one 100") == Simple.Answer(0))
  }

  @Test(arguments: ["keychain.db", "keybag.1", "device.key", "latchkey.lock"])
  func fileThatMayNotBeOpened(_ name: String) throws {
    let folder = try TemporaryDirectory()
    let child = try unprivileged(folder)
    #expect(child.ask("add one 100") == Simple.Answer(0))
    #expect(child.ask("reopen").status == 0)
    #expect(child.ask("mode \(folder(name)) 0").status == 0)
    for command in ["find one", "add two 100", "add one 100", "delete one"] {
      let answer = child.ask(command)
      #expect(answer.status == -25291, "\(command): \(answer)")
      #expect(answer.text.contains(name), "\(answer)")
    }
    #expect(child.ask("mode \(folder(name)) 600").status == 0)
    #expect(child.ask("add one 100").status == -25299)
    #expect(child.ask("find one") == Simple.Answer(0, "100"))
    #expect(child.ask("delete one") == Simple.Answer(0))
  }

  /// The mode of the database changes to 0 while a process has the database open.
  @Test func databaseThatMayNotBeOpenedAnyMore() throws {
    let folder = try TemporaryDirectory()
    let child = try unprivileged(folder)
    #expect(child.ask("add one 100") == Simple.Answer(0))
    #expect(child.ask("mode \(folder("keychain.db")) 0").status == 0)
    for command in ["find one", "add two 100"] {
      #expect(child.ask(command).status == -25291)
    }
    #expect(child.ask("mode \(folder("keychain.db")) 600").status == 0)
    #expect(child.ask("add one 100").status == -25299)
    #expect(child.ask("find one") == Simple.Answer(0, "100"))
    #expect(child.ask("delete one") == Simple.Answer(0))
  }

  @Test(.enabled(if: Torture.hasMounts, "needs root, and mounts of its own"))
  func fileSystemThatMayNotBeWritten() throws {
    let folder = try TemporaryDirectory()
    let child = try Child("commands", folder.path)
    try #require(child.ask("private-mounts").status == 0)
    try #require(child.ask("mount-memory 2000000").status == 0)
    #expect(child.ask("add before 100") == Simple.Answer(0))
    #expect(child.ask("reopen").status == 0)
    #expect(child.ask("mount-again 1") == Simple.Answer(0))
    #expect(child.ask("find before") == Simple.Answer(0, "100"))
    for command in ["add refused 100", "update before 50", "delete before"] {
      let answer = child.ask(command)
      #expect(answer.status == -25292, "\(command): \(answer)")
      #expect(answer.text.contains("read-only file system"), "\(command): \(answer)")
    }
    #expect(child.ask("verify") == Simple.Answer(0))
    #expect(child.ask("mount-again 0") == Simple.Answer(0))
    // The process opened the keychain on the read-only file system. It can write as soon as the file system is
    // writable.
    #expect(child.ask("add after 100") == Simple.Answer(0))
    #expect(child.ask("find refused").status == -25300)
    #expect(child.ask("find before") == Simple.Answer(0, "100"))
  }
}
