import CSQLite
import Keychain
import KeychainCrypto
import KeychainModel
import LockTestSupport
import TestSupport
import Testing

@testable import SecurityCommands

/// The commands that set a password, lock the keychain and unlock it, with a real keychain.
@Suite struct LockingTests {
  private let machine: TestMachine

  init() throws { machine = try TestMachine() }

  private func run(_ words: Word..., input: String = "") -> ToolRun {
    ToolRun(words, in: machine.process(), input: input)
  }

  private func find() -> Int32 { run("find-generic-password", "-s", "s", "-w").status }

  /// Adds an item, and sets the password `one`.
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

  /// Another connection keeps a transaction open, so the database cannot record that the keychain was locked.
  @Test func lockingThatTheDatabaseCouldNotRecordIsSaid() throws {
    prepare()
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    let path = machine.folder("keychain.db")
    try #require(sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, "latchkey") == SQLITE_OK)
    try #require(sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
    let locking = run("lock-keychain")
    #expect(locking.status == 0)
    #expect(
      locking.errors == """
        security: lock-keychain: the keychain is locked, but the database could not record it; its next change does\n
        """)
    try #require(sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) == SQLITE_OK)
    #expect(find() == 36)
    #expect(run("unlock-keychain", "-p", "one").status == 0)
    let again = run("lock-keychain")
    #expect(again.status == 0)
    #expect(again.errors.isEmpty)
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
    #expect(run.output.contains("genp: 0 items, 1 that is locked and was not read"))
    #expect(run.output.contains("intact as far as it could be read"))
  }

  @Test func tooManyWrongPasswordsAreRefused() {
    prepare()
    for _ in 0..<6 { #expect(run("unlock-keychain", "-p", "no").status == 51) }
    #expect(run("unlock-keychain", "-p", "no").errors.contains("too many wrong"))
    // The message contains the number of remaining seconds. Except for this number, the message is the same until the
    // last second.
    var said = ""
    for _ in 0..<3600 {
      said = run("unlock-keychain", "-p", "no").errors
      guard said.contains(" seconds\n") else { break }
      machine.clock.pass(seconds: 1)
    }
    #expect(said.hasSuffix("too many wrong passcodes: another can be tried in 1 second\n"))
  }

  // MARK: A keychain that is found locked

  /// Runs the tool at a terminal at which a person types `lines`.
  private func run(_ words: Word..., typing lines: String...) -> ToolRun {
    let streams = MemoryStreams(input: lines.map { Array($0.utf8) }, inputIsTerminal: true)
    return ToolRun(words, in: machine.process(), streams: streams)
  }

  @Test func personIsAskedForThePasswordOfALockedKeychain() {
    prepare()
    #expect(run("lock-keychain").status == 0)
    let found = run("find-generic-password", "-s", "s", "-w", typing: "one\n")
    #expect(found.status == 0)
    #expect(found.output == "x\n")
    #expect(found.errors == "password to unlock the keychain: ")
    // The keychain is now unlocked for all programs, as after `unlock-keychain`.
    #expect(find() == 0)
  }

  @Test func listAsksForNoPassword() {
    prepare()
    #expect(run("ls").output == "genp\ts\ta\ts\n")
    #expect(run("lock-keychain").status == 0)
    let list = ToolRun(
      ["ls"], in: machine.process(),
      streams: MemoryStreams(input: [Array("one\n".utf8)], inputIsTerminal: true))
    #expect(list.status == 36)
    #expect(!list.errors.contains("password to unlock"))
    #expect(list.output.isEmpty)
  }

  @Test func wrongPasswordOfALockedKeychainIsAFailure() {
    prepare()
    #expect(run("lock-keychain").status == 0)
    for typed in ["two\n", "\n"] {
      let wrong = run("find-generic-password", "-s", "s", "-w", typing: typed, "one\n")
      #expect(wrong.status == 51)
      #expect(wrong.output.isEmpty)
      #expect(
        wrong.errors.hasPrefix("password to unlock the keychain: security: SecKeychainUnlock: "))
    }
    #expect(run("find-generic-password", "-s", "s", typing: "").status == 1)
    #expect(find() == 36)
  }

  @Test func personIsAskedOnceInASession() {
    prepare()
    #expect(run("lock-keychain").status == 0)
    let twice = run(
      "-i", typing: "find-generic-password -s s -w\n", "two\n", "find-generic-password -s s -w\n",
      "help help\n")
    #expect(twice.status == 0)
    #expect(twice.errors.split(separator: "password to unlock the keychain").count == 2)
    #expect(twice.errors.contains("security: unlock-keychain unlocks it"))
    #expect(twice.output.hasPrefix("Usage: help"))
  }

  @Test func elsewhereTheCommandIsNamedThatUnlocks() {
    prepare()
    #expect(run("lock-keychain").status == 0)
    let found = run("find-generic-password", "-s", "s", "-w", input: "one\n")
    #expect(found.status == 36)
    #expect(
      found.errors == """
        security: SecKeychainSearchCopyNext: User interaction is not allowed.
        security: the keychain is locked
        security: unlock-keychain unlocks it, for every program of the user\n
        """)
  }

  @Test func passwordThatAnItemNeedsAndThatIsMissingIsTheReason() throws {
    try machine.folder.write(
      Array(
        """
        {"format": "latchkey-passwords", "version": 1, "items": [
        {"class": "genp", "attributes": {"svce": "s", "acct": "a", "pdmn": "akpu"}, "secret": "x"}
        ]}
        """.utf8), to: "items.json")
    let words: [Word] = [
      "import-passwords", "--from", "json", "--apply", Word(machine.folder("items.json").utf8),
    ]
    let refused = ToolRun(words, in: machine.process())
    #expect(refused.status == 53)
    #expect(
      refused.errors == """
        security: import-passwords: item 1: items that need a passcode cannot be stored: \
        no passcode is set
        security: set-keychain-password sets one
        security: Nothing was changed.\n
        """)
    #expect(run("set-keychain-password", "-p", "one").status == 0)
    #expect(ToolRun(words, in: machine.process()).status == 0)
  }
}
