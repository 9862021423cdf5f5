import TestSupport
import Testing

/// When a program ends, the program checkpoints the write-ahead log into the database. Therefore, a later loss of the
/// log or damage to the log loses no item.
@Suite struct WrittenLogTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// The greatest number of pages that one program writes to the write-ahead log. The log does not grow beyond this
  /// number, because each program restarts the log.
  private let mostPages = 32

  private func logByteCount() throws -> Int { try tool.home.read("keychain.db-wal").count }

  @Test func logOfEachProgramTakesThePlaceOfTheOneBefore() throws {
    for number in 0..<40 {
      #expect(
        try tool("add-generic-password", "-a", "a", "-s", "s\(number)", "-w", "x").status == 0)
    }
    #expect(try logByteCount() <= mostPages * 4120)
    try tool.home.write([], to: "keychain.db-wal")
    #expect(try tool("find-generic-password", "-s", "s39", "-w").text == "x\n")
    let verification = try tool("verify-keychain")
    #expect(verification.status == 0, "\(verification.text)")
    #expect(verification.text.hasPrefix("genp: 40 items\n"))
  }

  @Test func sessionMovesWhatAllItsCommandsWrote() throws {
    let commands = (0..<40).map { "add-generic-password -a a -s s\($0) -w x\n" }.joined()
    #expect(try tool("-i", input: commands.utf8).status == 0)
    try tool.home.write([UInt8](repeating: 0xAA, count: 4096), to: "keychain.db-wal")
    #expect(try tool("verify-keychain").text.hasPrefix("genp: 40 items\n"))
  }

  @Test func helperMovesWhatItWrote() throws {
    let run = try tool.shell(
      """
      PATH=$(dirname "$SECURITY"):$PATH
      for i in 1 2 3 4 5 6 7 8 9 10; do
        printf 'url=https://anna:secret@host%d.example' $i | git-credential-latchkey store
        printf '{"ServerURL":"https://r%d.example","Username":"ben","Secret":"s"}' $i |
          docker-credential-latchkey store
      done
      """)
    #expect(run.errors.isEmpty)
    #expect(try logByteCount() <= mostPages * 4120)
    try tool.home.write([], to: "keychain.db-wal")
    #expect(try tool("verify-keychain").text.contains("inet: 20 items\n"))
  }

  @Test func programThatReadsLeavesTheDatabaseAlone() throws {
    #expect(try tool("add-generic-password", "-a", "a", "-s", "s", "-w", "x").status == 0)
    let files = tool.home.names().filter { !$0.hasSuffix("-shm") }
    let before = try files.map { try tool.home.read($0) }
    #expect(try tool("find-generic-password", "-s", "s", "-w").status == 0)
    #expect(try files.map { try tool.home.read($0) } == before)
  }
}
