import CSQLite
import LockTestSupport
import TestSupport
import Testing

@testable import SecurityCommands

/// What is handed over of a real keychain that is damaged.
@Suite struct DamagedKeychainTests {
  private let machine: TestMachine

  init() throws {
    machine = try TestMachine()
    for service: Word in ["one", "two", "three"] {
      #expect(run("add-generic-password", "-s", service, "-a", "a", "-w", "x").status == 0)
    }
  }

  @discardableResult private func run(_ words: Word...) -> ToolRun {
    ToolRun(words, in: machine.process())
  }

  private func execute(_ sql: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open(machine.folder("keychain.db"), &handle) == SQLITE_OK)
    try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
  }

  @Test func exportSaysThatAnItemIsLeftOut() throws {
    try execute("UPDATE genp SET meta = zeroblob(length(meta)) WHERE id = 2")
    let folder = try TemporaryDirectory()
    for words: [Word] in [[], ["-o", Word(folder("out").utf8)]] {
      let run = ToolRun(
        ["export-passwords", "--format", "csv", "--yes"] + words, in: machine.process())
      #expect(run.status == 1)
      #expect(
        run.errors.hasSuffix(
          """
          exported: 2
          security: items that cannot be read and are left out: 1; verify-keychain says why\n
          """))
      let output = words.isEmpty ? run.outputBytes : try folder.read("out")
      #expect(
        String(decoding: output, as: UTF8.self)
          == "Title,URL,Username,Password,Notes,OTPAuth\none,,a,x,,\nthree,,a,x,,\n")
    }
  }

  @Test func whatTellsOfARepairDoesNotSayThatNothingWasChanged() throws {
    let folder = try TemporaryDirectory()
    let file = Word(folder("backup").utf8)
    try folder.write(Array("url,username,password\nhttps://a.example/,b,c\n".utf8), to: "passwords")
    let passwords = Word(folder("passwords").utf8)
    #expect(run("export-keychain-backup", "-n", file).status == 0)
    for words: [Word] in [
      ["import-keychain-backup", file],
      ["import-passwords", "--from", "csv", "--apply", passwords],
    ] {
      try machine.folder.write([1, 2, 3], to: "keychain.db")
      let told = ToolRun(words, in: machine.process())
      #expect(told.status == 53)
      #expect(
        told.errors.hasSuffix(
          "repaired; items were lost. The damaged file was kept.\n"))
      #expect(ToolRun(words, in: machine.process()).status == 0)
    }
  }

  @Test func dumpSaysThatAnItemIsLeftOut() throws {
    try execute("UPDATE genp SET meta = zeroblob(length(meta)) WHERE id IN (1, 3)")
    let dump = run("dump-keychain")
    #expect(dump.status == 1)
    #expect(
      dump.errors
        == "security: items that cannot be read and are left out: 2; verify-keychain says why\n")
    #expect(dump.output.contains("\"svce\"<blob>=\"two\""))
  }
}
