import Keychain
import KeychainModel
import LockTestSupport
import TestSupport
import Testing

@testable import SecurityCommands

/// The commands for the device key, with a real keychain.
@Suite struct DeviceKeyTests {
  private let machine: TestMachine
  private let elsewhere: TemporaryDirectory

  init() throws {
    machine = try TestMachine()
    elsewhere = try TemporaryDirectory()
  }

  private func run(_ words: Word..., input: String = "") -> ToolRun {
    ToolRun(words, in: machine.process(), input: input)
  }

  private func path(_ name: String) -> Word { Word(elsewhere(name).utf8) }

  private func add() {
    #expect(run("add-generic-password", "-s", "s", "-a", "a", "-w", "x").status == 0)
  }

  private func find() -> Int32 { run("find-generic-password", "-s", "s", "-w").status }

  @Test func keyIsExportedRemovedAndPutBack() {
    add()
    let export = run("export-device-key", "-o", path("copy"))
    #expect(export.status == 0)
    #expect(export.output.isEmpty)
    #expect(run("export-device-key", "-o", path("copy")).status == 1)
    #expect(run("remove-device-key").status == 1)
    #expect(find() == 0)
    #expect(run("remove-device-key", path("copy")).output.hasPrefix("The file of the device key"))
    #expect(find() == 53)
    #expect(run("import-device-key", path("nothing")).status == 1)
    #expect(run("import-device-key", path("copy")).output == "The device key is in place.\n")
    #expect(find() == 0)
    #expect(
      run("import-device-key", path("copy")).output == "The device key was in place already.\n")
  }

  @Test func wordsOnPaperAreShownOnlyWhereSomebodyAsksForThem() throws {
    add()
    let refused = run("export-device-key", "-w")
    #expect(refused.status == 1)
    #expect(refused.output.isEmpty)
    #expect(run("export-device-key", "-w", "-o", path("copy")).status == 2)
    #expect(run("export-device-key").status == 2)
    let shown = ToolRun(
      ["export-device-key", "-w"], in: machine.process(),
      streams: MemoryStreams(terminals: [.output]))
    #expect(shown.status == 0)
    let text = run("export-device-key", "-w", "--yes").output
    #expect(shown.output == text)
    #expect(text.split(separator: "\n").count == 9)

    #expect(run("export-device-key", "-o", path("copy")).status == 0)
    #expect(run("remove-device-key", path("copy")).status == 0)
    var lines = text.split(separator: "\n").map(String.init)
    lines[2] = lines[2].replacingLast()
    let mistyped = run("import-device-key", "-w", input: lines.joined(separator: "\n"))
    #expect(mistyped.status == 1)
    #expect(mistyped.errors.contains("line 3 is mistyped"))
    #expect(run("import-device-key", "-w", input: "\n\n").status == 1)
    #expect(run("import-device-key", "-w", "x").status == 2)
    #expect(find() == 53)
    #expect(run("import-device-key", "-w", input: text.lowercased()).status == 0)
    #expect(find() == 0)
  }

  @Test func personIsAskedAgainForTheLineThatIsMistyped() {
    add()
    let text = run("export-device-key", "-w", "--yes").output
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
    var typed = lines
    typed.insert(lines[3].replacingLast(), at: 3)
    let streams = MemoryStreams(
      input: typed.map { Array("\($0)\n".utf8) }, inputIsTerminal: true)
    let run = ToolRun(["import-device-key", "-w"], in: machine.process(), streams: streams)
    #expect(run.status == 0)
    #expect(run.errors.contains("Line 1 of 9: "))
    #expect(run.errors.contains("line 4 is mistyped"))
  }

  @Test func linesOfAnotherKeychainAreRefused() throws {
    add()
    let other = try TestMachine()
    let words: [Word] = ["add-generic-password", "-s", "s", "-a", "a", "-w", "x"]
    #expect(ToolRun(words, in: other.process()).status == 0)
    let text = ToolRun(["export-device-key", "-w", "--yes"], in: other.process()).output
    let refused = run("import-device-key", "-w", input: text)
    #expect(refused.status == 53)
    #expect(refused.errors.contains("not the device key of the keychain"))
  }

  @Test func keyIsChanged() throws {
    #expect(run("change-device-key").output == "There is no keychain yet.\n")
    add()
    #expect(run("export-device-key", "-o", path("copy")).status == 0)
    #expect(run("change-device-key").status == 0)
    #expect(find() == 0)
    #expect(run("remove-device-key", path("copy")).status == 53)
    #expect(run("set-keychain-password", "-p", "one").status == 0)
    #expect(run("change-device-key", "-o", "two").status == 51)
    #expect(run("change-device-key", input: "one\n").status == 0)
    #expect(run("lock-keychain").status == 0)
    #expect(run("unlock-keychain", "-p", "one").status == 0)
    #expect(find() == 0)
  }
}

extension String {
  /// Returns the string with another last character.
  fileprivate func replacingLast() -> String { dropLast() + (hasSuffix("0") ? "2" : "0") }
}
