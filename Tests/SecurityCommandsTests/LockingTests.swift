import Keychain
import KeychainCrypto
import KeychainModel
import LockTestSupport
import TestSupport
import Testing

@testable import SecurityCommands

/// The commands that set a password, lock and unlock, on a real keychain.
@Suite struct LockingTests {
  private let machine: TestMachine

  init() throws { machine = try TestMachine() }

  private func run(_ words: Word..., input: String = "") -> ToolRun {
    ToolRun(words, in: machine.process(), input: input)
  }

  private func find() -> Int32 { run("find-generic-password", "-s", "s", "-w").status }

  /// A keychain with an item and a password.
  private func prepare() {
    #expect(run("add-generic-password", "-s", "s", "-a", "a", "-w", "x").status == 0)
    #expect(run("set-keychain-password", "-p", "one").status == 0)
  }

  @Test func passwordLocksAndUnlocks() {
    prepare()
    #expect(find() == 0)
    #expect(run("lock-keychain").status == 0)
    #expect(find() == 36)
    let wrong = run("unlock-keychain", "-p", "two")
    #expect(wrong.status == 51)
    #expect(wrong.errors.hasPrefix("security: SecKeychainUnlock: "))
    #expect(!wrong.errors.contains("two"))
    #expect(find() == 36)
    #expect(run("unlock-keychain", "-p", "one", "login.keychain").status == 0)
    #expect(find() == 0)
    #expect(run("lock-keychain", "-a").status == 0)
    #expect(find() == 36)
    #expect(run("unlock-keychain", input: "one\n").status == 0)
    #expect(find() == 0)
  }

  @Test func passwordIsSetChangedAndRemoved() {
    prepare()
    #expect(run("set-keychain-password", "-p", "two").status == 1)
    #expect(run("set-keychain-password", "-o", "no", "-p", "two").status == 51)
    #expect(run("set-keychain-password", "-o", "", "-p", "two").status == 51)
    #expect(run("set-keychain-password", "-o", "one", "-p", "two").status == 0)
    #expect(run("set-keychain-password", input: "two\nthree\n").status == 0)
    #expect(run("lock-keychain").status == 0)
    #expect(run("unlock-keychain", "-p", "three").status == 0)
    #expect(run("set-keychain-password", "-o", "three", "-p", "").status == 0)
    #expect(run("lock-keychain").status == 1)
    #expect(run("set-keychain-password", "-o", "three", "-p", "four").status == 51)
    #expect(run("set-keychain-password", "-p", "").status == 0)
    #expect(find() == 0)
  }

  @Test func keychainIsMadeWithAPassword() {
    #expect(run("create-keychain", "-p", "one", "login").status == 0)
    #expect(run("lock-keychain").status == 0)
    #expect(run("unlock-keychain", "-p", "two").status == 51)
    #expect(run("unlock-keychain", "-p", "one").status == 0)
  }

  @Test func operandsAreChecked() {
    prepare()
    for command: Word in [
      "lock-keychain", "unlock-keychain", "set-keychain-password", "set-keychain-settings",
    ] {
      #expect(run(command, "build.keychain").status == 50)
      #expect(run(command, "login", "login").status == 2)
      #expect(run(command, "-x").status == 2)
    }
    #expect(find() == 0)
  }

  @Test func settingsAreKeptAndShown() {
    prepare()
    #expect(run("set-keychain-settings", "-lut", "300").status == 0)
    #expect(
      run("show-keychain-info", "login").errors
        == "Keychain \"login\" lock-on-sleep timeout=300s\n")
    machine.clock.pass(seconds: 299)
    #expect(find() == 0)
    machine.clock.pass(seconds: 1)
    #expect(find() == 36)
    #expect(run("set-keychain-settings", "-u").status == 0)
    #expect(run("show-keychain-info").errors == "Keychain \"<NULL>\" no-timeout\n")
    #expect(run("set-keychain-settings", "-t", "0").status == 2)
    #expect(run("-v", "show-keychain-info").errors.contains("password:   set; locked\n"))
  }

  @Test func whatProgramsAreGivenUnlocks() throws {
    prepare()
    #expect(run("lock-keychain").status == 0)
    try machine.folder.write(Array("one\n".utf8), to: "passcode")
    #expect(run("unlock-keychain", "-u").status == 36)
    let given = machine.process(passcodeFile: machine.folder("passcode"))
    #expect(ToolRun(["unlock-keychain", "-u"], in: given).status == 0)
    #expect(find() == 0)
  }

  @Test func refusalOfTheKernelIsNoSuccessOfUnlocking() {
    prepare()
    #expect(run("lock-keychain").status == 0)
    machine.custody.refuse()
    let unlocking = run("unlock-keychain", "-p", "one")
    #expect(unlocking.status == 1)
    #expect(unlocking.errors.contains("LATCHKEY_PASSCODE_FILE"))
    let changing = run("set-keychain-password", "-o", "one", "-p", "two")
    #expect(changing.status == 0)
    #expect(changing.errors.contains("LATCHKEY_PASSCODE_FILE"))
  }

  @Test(arguments: [["export-passwords", "--format", "json", "--yes"], ["dump-keychain", "-d"]])
  func nothingIsHandedOverWhileItIsLocked(_ command: [Word]) throws {
    prepare()
    #expect(run("add-generic-password", "-s", "t", "-a", "a", "-w", "y").status == 0)
    #expect(run("lock-keychain").status == 0)
    let folder = try TemporaryDirectory()
    let toFile = ToolRun(command + ["-o", Word(folder("out").utf8)], in: machine.process())
    #expect(toFile.status == 36)
    #expect(folder.names().isEmpty)
    let toOutput = ToolRun(command, in: machine.process())
    #expect(toOutput.status == 36)
    #expect(toOutput.output.isEmpty)
  }

  @Test func verificationSaysWhatItCouldNotRead() {
    prepare()
    #expect(run("lock-keychain").status == 0)
    let run = run("verify-keychain")
    #expect(run.status == 0)
    #expect(run.output.contains("genp: 0 items, 1 that are locked and were not read"))
    #expect(run.output.contains("intact as far as it could be read"))
  }

  @Test func tooManyWrongPasswordsAreRefused() {
    prepare()
    for _ in 0..<6 { #expect(run("unlock-keychain", "-p", "no").status == 51) }
    #expect(run("unlock-keychain", "-p", "no").errors.contains("too many wrong"))
  }
}
