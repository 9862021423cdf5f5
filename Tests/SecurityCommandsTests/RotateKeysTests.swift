import Keychain
import KeychainModel
import LockTestSupport
import Testing

@testable import SecurityCommands

/// The command `rotate-keys`, with a real keychain.
@Suite struct RotateKeysTests {
  private let machine: TestMachine

  init() throws { machine = try TestMachine() }

  private func run(_ words: Word..., input: String = "") -> ToolRun {
    ToolRun(words, in: machine.process(), input: input)
  }

  private func add() {
    #expect(run("add-generic-password", "-s", "s", "-a", "a", "-w", "x").status == 0)
  }

  @Test func itemsAreSealedAnewAndCounted() {
    let none = run("rotate-keys")
    #expect(none.status == 0)
    #expect(none.output == "There is no keychain yet.\n")
    add()
    let rotation = run("rotate-keys")
    #expect(rotation.status == 0)
    #expect(rotation.output == "sealed anew: 1 item; destroyed: 6 old keys\n")
    #expect(rotation.errors.isEmpty)
    #expect(run("find-generic-password", "-s", "s", "-w").output == "x\n")
    #expect(run("verify-keychain").output.hasSuffix("\nThe keychain is intact.\n"))
  }

  @Test func passwordIsAskedForWhenThereIsOne() throws {
    add()
    #expect(run("rotate-keys", "-o", "one").status == 51)
    #expect(run("set-keychain-password", "-p", "one").status == 0)
    let before = try machine.folder.read("keybag.2")
    #expect(run("rotate-keys").status == 1)
    #expect(run("rotate-keys", input: "\n").status == 51)
    #expect(run("rotate-keys", "-o", "two").status == 51)
    #expect(try machine.folder.read("keybag.2") == before)
    #expect(run("rotate-keys", "-o", "one").output.hasSuffix("destroyed: 7 old keys\n"))
    #expect(run("rotate-keys", input: "one\n").status == 0)
    let streams = MemoryStreams(
      input: [Array("one\n".utf8)], inputIsTerminal: true, terminals: [.error])
    let typed = ToolRun(["rotate-keys", "login"], in: machine.process(), streams: streams)
    #expect(typed.status == 0)
    #expect(typed.errors == "Password: ")
    machine.custody.refuse()
    let alone = run("rotate-keys", "-o", "one")
    #expect(alone.status == 0)
    #expect(alone.errors.contains("LATCHKEY_PASSCODE_FILE"))
  }

  @Test func operandsAreChecked() {
    #expect(run("rotate-keys", "build.keychain").status == 50)
    #expect(run("rotate-keys", "login", "login").status == 2)
    #expect(run("rotate-keys", "-x").status == 2)
  }

  @Test func verificationTellsOfOldKeys() {
    let keychain = FakeKeychain()
    keychain.change {
      $0.report.retiredKeyCount = 6
      $0.report.rowsUnderRetiredKeys = 3
    }
    let unfinished = ToolRun(["verify-keychain"], in: keychain)
    #expect(unfinished.status == 0)
    #expect(unfinished.output.contains("old keys: 6, for 3 items; rotate-keys was interrupted"))
    keychain.change { $0.report.rowsUnderRetiredKeys = 0 }
    #expect(
      ToolRun(["verify-keychain"], in: keychain).output.contains(
        "old keys: 6; rotate-keys destroys them, but for those that damaged items may need"))
  }

  @Test func progressIsShownAtATerminal() {
    var time: Int64 = 0
    let run = ToolRun(
      ["rotate-keys"], streams: MemoryStreams(terminals: [.error]),
      now: {
        time += 600_000_000
        return time
      })
    #expect(run.errors.contains("\rsealed anew 2 of 3"))
  }
}
