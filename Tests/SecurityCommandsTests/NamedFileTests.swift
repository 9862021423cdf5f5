import Keychain
import KeychainModel
import LockTestSupport
import TestSupport
import Testing

@testable import SecurityCommands

/// If a file name is wrong, the error message names the file. The message does not say that the keychain is damaged.
@Suite struct NamedFileTests {
  private let machine: TestMachine
  private let folder: TemporaryDirectory

  init() throws {
    machine = try TestMachine()
    folder = try TemporaryDirectory()
    let words: [Word] = ["add-generic-password", "-s", "s", "-a", "a", "-w", "x"]
    #expect(ToolRun(words, in: machine.process()).status == 0)
    #expect(ToolRun(["create-keypair", "-a", "ec", "key"], in: machine.process()).status == 0)
    #expect(
      ToolRun(["export-keychain-backup", "-P", "p", path("backup")], in: machine.process()).status
        == 0)
    try folder.write([0x78], to: "file")
  }

  private func path(_ name: String) -> Word { Word(folder(name).utf8) }

  /// Runs the tool, which must fail with status 1. Returns the error message of the tool.
  private func errorMessage(_ words: Word...) -> String {
    let run = ToolRun(words, in: machine.process())
    #expect(run.status == 1, "\(words[0].text): \(run.errors)")
    #expect(!run.errors.contains("keychain cannot be used"), "\(run.errors)")
    return run.errors
  }

  @Test func placeOfABackupIsNamedWithItsError() {
    for options: [Word] in [["-n"], ["-P", "p"], ["-f", "-n"], []] {
      let words = ["export-keychain-backup"] + options + [path("no/backup")]
      let run = ToolRun(words, in: machine.process())
      #expect(run.status == 1)
      #expect(
        run.errors
          == "security: export-keychain-backup: \(folder("no/backup")): No such file or directory\n"
      )
    }
    #expect(
      errorMessage("export-keychain-backup", "-n", path("file/backup"))
        == "security: export-keychain-backup: \(folder("file/backup")): Not a directory\n")
    #expect(
      errorMessage("export-keychain-backup", "-n", "-f", Word(folder.path.utf8))
        == "security: export-keychain-backup: \(folder.path): only an ordinary file may be replaced\n"
    )
  }

  @Test func backupThatIsMissingIsNamedBeforeAnybodyIsAsked() {
    for options: [Word] in [[], ["-P", "p"], ["-w"], ["--device-key", path("no")]] {
      let words = ["import-keychain-backup"] + options + [path("none")]
      let run = ToolRun(words, in: machine.process())
      #expect(run.status == 1)
      #expect(
        run.errors == """
          security: import-keychain-backup: \(folder("none")): \
          cannot open the backup: No such file or directory
          security: Nothing was changed.\n
          """)
    }
    #expect(
      errorMessage("import-keychain-backup", Word(folder.path.utf8))
        == """
        security: import-keychain-backup: \(folder.path): that is a folder
        security: Nothing was changed.\n
        """)
  }

  @Test func copyOfTheDeviceKeyIsNamedWithItsError() {
    let none = "cannot open \(folder("none")): No such file or directory\n"
    #expect(
      errorMessage("import-device-key", path("none")) == "security: import-device-key: \(none)")
    #expect(
      errorMessage("remove-device-key", path("none")) == "security: remove-device-key: \(none)")
    #expect(
      errorMessage("import-keychain-backup", "-P", "p", "--device-key", path("none"), path("backup"))
        == "security: import-keychain-backup: \(none)security: Nothing was changed.\n")
    #expect(
      errorMessage("import-device-key", path("no/copy"))
        == """
        security: import-device-key: cannot open the folder of the file \(folder("no")): \
        No such file or directory\n
        """)
    #expect(
      errorMessage("import-device-key", path("file")).hasPrefix(
        "security: import-device-key: \(folder("file")) "))
  }

  @Test func deviceKeyIsNotWrittenOverAFileNorRemovedWithoutACopy() throws {
    #expect(
      errorMessage("export-device-key", "-o", path("file"))
        == """
        security: export-device-key: \(folder("file")): \
        there is a file of this name already; it was not replaced\n
        """)
    #expect(try folder.read("file") == [0x78])
    #expect(
      errorMessage("export-device-key", "-o", path("no/copy"))
        == """
        security: export-device-key: \(folder("no/copy")): \
        cannot open the folder of the copy of the device key: No such file or directory\n
        """)
    let removal = errorMessage("remove-device-key")
    #expect(removal.hasPrefix("security: remove-device-key: no credential was passed, so /"))
    #expect(removal.contains("/device.key is all there is; name a copy of it."), "\(removal)")
  }

  @Test func otherCommandsNameTheFileAndTheError() {
    let none = "security: \(folder("none")): No such file or directory\n"
    for words: [Word] in [
      ["import"], ["import-passwords", "--from", "csv"], ["import-passwords", "--from", "dump"],
      ["import-passwords", "--from", "json"], ["import-passwords", "--from", "pass"],
      ["add-certificates"], ["add-trusted-cert"], ["remove-trusted-cert"],
      ["trust-settings-import"], ["verify-cert", "-c"],
    ] {
      let run = ToolRun(words + [path("none")], in: machine.process())
      #expect(run.status == 1, "\(words[0].text)")
      #expect(run.errors == none, "\(words[0].text)")
    }
    for words: [Word] in [
      ["dump-keychain", "-o"], ["export", "-o"],
      ["export-passwords", "--format", "csv", "--yes", "-o"],
    ] {
      let run = ToolRun(words + [path("no/file")], in: machine.process())
      #expect(run.status == 1, "\(words[0].text)")
      let line = "security: \(folder("no/file")): cannot open the folder of the file: "
      #expect(run.errors.hasSuffix(line + "No such file or directory\n"), "\(run.errors)")
    }
  }
}
