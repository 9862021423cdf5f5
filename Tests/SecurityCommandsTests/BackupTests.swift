import Keychain
import KeychainModel
import LockTestSupport
import TestSupport
import Testing

@testable import SecurityCommands

/// The commands that export and import backups, with real keychains.
@Suite struct BackupTests {
  private let machine: TestMachine
  private let other: TestMachine
  private let folder: TemporaryDirectory

  init() throws {
    machine = try TestMachine()
    other = try TestMachine()
    folder = try TemporaryDirectory()
  }

  private var file: Word { Word(folder("backup").utf8) }

  private func run(_ words: Word..., on machine: TestMachine, input: String = "") -> ToolRun {
    ToolRun(words, in: machine.process(), input: input)
  }

  @discardableResult
  private func add(_ service: Word, on machine: TestMachine) -> Int32 {
    run("add-generic-password", "-s", service, "-a", "a", "-w", "secret", on: machine).status
  }

  private func find(_ service: Word, on machine: TestMachine) -> String {
    run("find-generic-password", "-s", service, "-w", on: machine).output
  }

  @Test func itemsMoveToAnotherDevice() {
    add("one", on: machine)
    let export = run("export-keychain-backup", "-P", "p", file, on: machine)
    #expect(export.status == 0)
    #expect(export.output == "backed up: 1 item\n")
    let dry = run("import-keychain-backup", "-P", "p", "-d", file, on: other)
    #expect(dry.output == "1 to add, 0 to replace, 0 to keep\nNothing was changed.\n")
    #expect(other.folder.names().isEmpty)
    let restored = run("import-keychain-backup", "-P", "p", file, on: other)
    #expect(restored.status == 0)
    #expect(restored.output == "1 added, 0 replaced, 0 kept\n")
    #expect(find("one", on: other) == "secret\n")
  }

  @Test func passphraseIsReadFromInput() {
    add("one", on: machine)
    #expect(run("export-keychain-backup", file, on: machine, input: "pass\n").status == 0)
    #expect(run("import-keychain-backup", file, on: other, input: "pass\n").status == 0)
    #expect(find("one", on: other) == "secret\n")
    #expect(run("export-keychain-backup", "-f", file, on: machine, input: "\n").status == 1)
    #expect(run("export-keychain-backup", "-f", file, on: machine).status == 1)
  }

  @Test func withoutPassphraseNobodyIsAsked() {
    add("one", on: machine)
    let export = run("export-keychain-backup", "-n", file, on: machine)
    #expect(export.output == "backed up: 1 item, for this device only\n")
    let back = run("import-keychain-backup", file, on: machine)
    #expect(back.output == "0 added, 0 replaced, 1 kept\n")
    let foreign = run("import-keychain-backup", file, on: other)
    #expect(foreign.status == 51)
    #expect(foreign.errors.hasSuffix("Nothing was changed.\n"))
    #expect(run("import-keychain-backup", "-P", "p", file, on: machine).status == 206)
  }

  @Test func failuresAreSaidAndNothingIsChanged() throws {
    #expect(run("export-keychain-backup", "-n", file, on: machine).status == 53)
    add("one", on: machine)
    #expect(run("export-keychain-backup", "-P", "right", file, on: machine).status == 0)
    let taken = run("export-keychain-backup", "-P", "p", file, on: machine)
    #expect(taken.status == 1)
    #expect(taken.errors.hasSuffix("is there already; -f replaces it.\n"))
    let wrong = run("import-keychain-backup", "-P", "wrong", file, on: other)
    #expect(wrong.status == 51)
    #expect(!wrong.errors.contains("wrong"))
    try folder.write([1, 2, 3], to: "backup")
    #expect(run("import-keychain-backup", "-P", "right", file, on: other).status == 93)
    #expect(other.folder.names().isEmpty)
    for words: [Word] in [
      ["export-keychain-backup"], ["export-keychain-backup", "-n", "-P", "p", "f"],
      ["import-keychain-backup"], ["import-keychain-backup", "a", "b", "c"],
    ] {
      #expect(ToolRun(words, in: machine.process()).status == 2)
    }
  }

  @Test func whatIsLeftOutIsSaid() throws {
    add("one", on: machine)
    #expect(run("set-keychain-password", "-p", "pw", on: machine).status == 0)
    for accessible in ["akpu", "cku"] {
      let attributes = AttributeSet([
        .service: .string(accessible), .accessible: .string(accessible),
      ])
      _ = try machine.process().perform(
        .add(AddRequest(.genericPassword, attributes: attributes, secret: [1])), as: .tool)
    }
    let export = run("export-keychain-backup", "-P", "p", file, on: machine)
    #expect(
      export.output == """
        backed up: 2 items, 1 of them for this device only
        not in a backup, items that are there only while a password is set: 1\n
        """)
    let restored = run("import-keychain-backup", "-P", "p", file, on: other)
    #expect(
      restored.output == """
        1 added, 0 replaced, 0 kept
        for the device key that the backup was made with, and not for this one: 1\n
        """)
    #expect(run("set-keychain-password", "-o", "pw", "-p", "", on: machine).status == 0)
    let later = run("export-keychain-backup", "-f", "-P", "p", file, on: machine)
    #expect(
      later.output == """
        backed up: 2 items, 1 of them for this device only
        not in a backup, items whose key was destroyed: 1\n
        """)
    #expect(run("set-keychain-password", "-p", "pw", on: machine).status == 0)
    #expect(run("lock-keychain", on: machine).status == 0)
    #expect(run("export-keychain-backup", "-f", "-n", file, on: machine).status == 36)
  }

  @Test func copyOfTheDeviceKeyBringsBackWhatOnlyItOpens() throws {
    add("one", on: machine)
    let copy = Word(folder("key").utf8)
    #expect(run("export-device-key", "-o", copy, on: machine).status == 0)
    #expect(run("export-keychain-backup", "-n", file, on: machine).status == 0)
    let changed = run("change-device-key", on: machine)
    #expect(changed.output.contains("Make new backups, too"))
    let refused = run("import-keychain-backup", file, on: machine)
    #expect(refused.status == 51)
    #expect(refused.errors.contains("the device key was changed since"))
    #expect(run("erase-keychain", "--yes", on: machine).status == 0)
    #expect(run("import-keychain-backup", file, on: machine).status == 51)
    let dry = run("import-keychain-backup", "-d", "--device-key", copy, file, on: machine)
    #expect(dry.output == "1 to add, 0 to replace, 0 to keep\nNothing was changed.\n")
    let restored = run("import-keychain-backup", file, "--device-key", copy, on: machine)
    #expect(restored.output == "1 added, 0 replaced, 0 kept\n")
    #expect(find("one", on: machine) == "secret\n")
    #expect(run("export-keychain-backup", "-n", "-f", file, on: machine).status == 0)
    let wrong = run("import-keychain-backup", "--device-key", copy, file, on: machine)
    #expect(wrong.status == 51)
    #expect(
      wrong.errors.hasSuffix(
        """
        security: the copy is not of the device key that the backup was made with
        security: Nothing was changed.\n
        """))
    let none = Word(folder("none").utf8)
    #expect(run("import-keychain-backup", "--device-key", none, file, on: machine).status == 1)
  }

  @Test func deviceKeyIsReadFromPaper() throws {
    add("one", on: machine)
    let lines = run("export-device-key", "-w", "--yes", on: machine).output
    #expect(run("export-keychain-backup", "-n", file, on: machine).status == 0)
    let words: [Word] = ["import-keychain-backup", "-w", file]
    #expect(ToolRun(words, in: other.process(), input: String(lines.dropLast(20))).status == 1)
    #expect(other.folder.names().isEmpty)
    let restored = ToolRun(words, in: other.process(), input: lines)
    #expect(restored.output == "1 added, 0 replaced, 0 kept\n")
    let export = run("export-keychain-backup", "-f", file, on: machine, input: "pass\n")
    #expect(export.status == 0)
    #expect(ToolRun(words, in: other.process(), input: "pass\n" + lines).status == 0)
    let wrong = ToolRun(["export-device-key", "-w", "--yes"], in: other.process()).output
    #expect(ToolRun(words, in: other.process(), input: "pass\n" + wrong).status == 51)
    #expect(
      ToolRun(["import-keychain-backup", "-w", "--device-key", "a", "b"], in: other.process())
        .status == 2)
  }

  @Test func missingItemsFailTheCommand() {
    let run = ToolRun(["export-keychain-backup", "-n", file], in: FakeKeychain())
    #expect(run.status == 1)
    #expect(run.output == "backed up: 3 items, for this device only\n")
    #expect(
      run.errors == """
        security: items that cannot be read and are missing: 2; verify-keychain says why\n
        """)
  }
}
