import Glibc
import Keychain
import KeychainModel
import TestSupport
import Testing

/// The built tool at a terminal.
@Suite struct TerminalTests {
  private let tool: Tool
  private let terminal: PseudoTerminal

  init() throws {
    tool = try Tool()
    terminal = try PseudoTerminal()
  }

  private func start(
    _ arguments: String..., blocked: [Int32] = []
  ) throws -> ChildProcess {
    try tool.start(
      arguments, descriptors: Array(repeating: terminal.slave, count: 3), blocked: blocked)
  }

  private func waitUntilHidden() throws {
    for _ in 0..<60_000 where terminal.echoes { usleep(1000) }
    try #require(!terminal.echoes)
  }

  @Test func passwordIsTypedUnseenAndTwice() throws {
    let process = try start("add-generic-password", "-a", "a", "-s", "s", "-w")
    var shown = try terminal.read(until: "password data for new item: ")
    try waitUntilHidden()
    terminal.type("geheim\n")
    shown += try terminal.read(until: "retype password for new item: ")
    try waitUntilHidden()
    terminal.type("geheim\n")
    #expect(try process.wait() == .status(0))
    #expect(!shown.contains("geheim"))
    #expect(terminal.echoes)
    #expect(try tool("find-generic-password", "-s", "s", "-w").text == "geheim\n")
  }

  @Test func passwordOfALockedKeychainIsTypedUnseenAndOnce() throws {
    try tool("add-generic-password", "-a", "a", "-s", "s", "-w", "x")
    #expect(try tool("set-keychain-password", "-p", "geheim").status == 0)
    #expect(try tool("lock-keychain").status == 0)
    let process = try start("find-generic-password", "-s", "s", "-w")
    var shown = try terminal.read(until: "password to unlock the keychain: ")
    try waitUntilHidden()
    terminal.type("geheim\n")
    shown += try terminal.read(until: "x\r\n")
    #expect(try process.wait() == .status(0))
    #expect(!shown.contains("geheim"))
    #expect(terminal.echoes)
    // The tool asks for the password only at a terminal. It does not read the password from a standard input that is
    // not a terminal.
    #expect(try tool("lock-keychain").status == 0)
    let elsewhere = try tool("find-generic-password", "-s", "s", "-w", input: "geheim\n".utf8)
    #expect(elsewhere.status == 36)
    #expect(
      elsewhere.errors.hasSuffix("unlock-keychain unlocks it, for every program of the user\n"))
    // Erases the keychain, so that the kernel's keyring keeps no keys for the next test.
    try tool("erase-keychain", "--yes")
  }

  @Test func lineIsTheSecretAtATerminal() throws {
    let process = try start("add-generic-password", "-a", "a", "-s", "s", "-w")
    for prompt in ["password data", "retype password"] {
      _ = try terminal.read(until: "\(prompt) for new item: ")
      try waitUntilHidden()
      terminal.type("one\n")
    }
    #expect(try process.wait() == .status(0))
    #expect(try tool("find-generic-password", "-s", "s", "-w").text == "one\n")
  }

  @Test func signalFindsTheTerminalRestored() throws {
    let process = try start("add-generic-password", "-a", "a", "-s", "s", "-w")
    _ = try terminal.read(until: "password data for new item: ")
    try waitUntilHidden()
    process.signal(SIGTERM)
    #expect(try process.wait() == .signal(SIGTERM))
    #expect(terminal.echoes)
  }

  @Test func signalThatTheParentBlocksChangesNothing() throws {
    let process = try start(
      "add-generic-password", "-a", "a", "-s", "s", "-w", blocked: [SIGTERM])
    _ = try terminal.read(until: "password data for new item: ")
    try waitUntilHidden()
    process.signal(SIGTERM)
    terminal.type("geheim\n")
    _ = try terminal.read(until: "retype password for new item: ")
    try waitUntilHidden()
    terminal.type("geheim\n")
    #expect(try process.wait() == .status(0))
  }

  /// Creates a pinentry that changes the settings of the terminal, as a pinentry with text windows does, and then sends
  /// SIGTERM to the tool. When the pinentry is started a second time, it answers.
  private func addPinentry() throws -> ScriptedPrograms {
    let programs = try ScriptedPrograms()
    try programs.add(
      "pinentry",
      """
      echo 'OK Pleased to meet you'
      while IFS= read -r line; do
        case "$line" in
          GETPIN)
            if [ -e '\(programs.folder("pid"))' ]; then echo 'D one'; echo OK; continue; fi
            echo $$ > '\(programs.folder("pid"))'
            stty raw -echo </dev/tty
            kill -TERM $PPID
            exec sleep 30 ;;
          BYE) echo OK; exit 0 ;;
          *) echo OK ;;
        esac
      done
      """)
    return programs
  }

  /// Requests an item whose access control requires the passcode. Returns the output of the terminal.
  private func askForGuardedItem(before: String = "") throws -> String {
    #expect(try tool("set-keychain-password", "-p", "one").status == 0)
    let attributes = AttributeSet([
      .service: .string("guarded"), .accessible: .string("dk"),
      .accessControl: .number(Int64(bitPattern: AccessConstraints.devicePasscode.rawValue)),
    ])
    _ = try LocalKeychain(StoreLocation(home: tool.home.path)).perform(
      .add(AddRequest(.genericPassword, attributes: attributes, secret: [0x78])), as: .tool)
    let programs = try addPinentry()
    let process = try tool.start(
      script: """
        export LATCHKEY_PINENTRY='\(programs.folder("pinentry"))'
        \(before)
        "$SECURITY" find-generic-password -s guarded -w >'\(programs.folder("out"))' 2>/dev/null
        echo "status $?"
        cat '\(programs.folder("out"))'
        stty -a </dev/tty | grep -q -- ' -echo ' && echo raw
        kill -0 "$(cat '\(programs.folder("pid"))')" 2>/dev/null && echo left
        printf end
        read last
        """, at: terminal.slave)
    let shown = try terminal.read(until: "end")
    terminal.type("\n")
    _ = try process.wait()
    return shown
  }

  @Test func signalLeavesNoPinentryAndFindsTheTerminalRestored() throws {
    let shown = try askForGuardedItem()
    #expect(shown.contains("status 143"))
    #expect(!shown.contains("raw") && !shown.contains("left"))
    #expect(terminal.echoes)
  }

  @Test func signalThatIsIgnoredHasTheQuestionPutAnew() throws {
    let shown = try askForGuardedItem(before: "trap '' TERM")
    #expect(shown.contains("status 0\r\nx\r\n"))
    #expect(!shown.contains("raw") && !shown.contains("left"))
  }

  @Test func interactiveModeAsksForCommandsUntilItsInputEnds() throws {
    let process = try start("-i")
    _ = try terminal.read(until: "security> ")
    terminal.type("default-keychain\n")
    let shown = try terminal.read(until: "security> ")
    #expect(shown.contains("    \"\(tool.home.path)/keychain.db\""))
    terminal.type("find-generic-password -s none\n")
    #expect(try terminal.read(until: "security> ").contains("returned -25300"))
    terminal.type("\u{4}")
    #expect(try process.wait() == .status(44))
  }
}
