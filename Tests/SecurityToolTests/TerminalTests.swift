import Glibc
import TestSupport
import Testing

/// The tool at a terminal.
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
    for _ in 0..<10_000 where terminal.echoes { usleep(1000) }
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
