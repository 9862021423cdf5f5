import CSQLite
import LockTestSupport
import TestSupport
import Testing

@testable import SecurityCommands

/// The output of commands when a real keychain is damaged.
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
    // `latchkey` is the SQLite file system that the keychain has registered. It maintains the page checksums.
    let path = machine.folder("keychain.db")
    try #require(sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, "latchkey") == SQLITE_OK)
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

  @Test func importChangesNothingAndNamesTheRepair() throws {
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
      for _ in 0..<2 {
        let told = ToolRun(words, in: machine.process())
        #expect(told.status == 53)
        #expect(told.errors.contains("verify-keychain --repair"), "\(told.errors)")
        #expect(!told.output.contains("restored") && !told.output.contains("added"))
        #expect(try machine.folder.read("keychain.db") == [1, 2, 3])
      }
      #expect(run("verify-keychain", "--repair").status == 0)
      #expect(ToolRun(words, in: machine.process()).status == 0)
    }
  }

  /// A repair prints the number of rows in each class. With `--if-damaged`, a second repair does nothing.
  @Test func repairSaysForEachClassHowManyRowsWereFound() throws {
    let whole = run("verify-keychain", "--repair", "--if-damaged")
    #expect(whole.status == 0)
    #expect(whole.output == "repaired: nothing; the database needs no repair\n")
    try machine.folder.write([1, 2, 3], to: "keychain.db")
    #expect(run("find-generic-password", "-s", "one", "-w").status == 53)
    let repair = run("verify-keychain", "--repair", "--if-damaged")
    #expect(repair.status == 0, "\(repair.errors)")
    let lines = repair.output.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("repaired: the rows that were found are in a new") == true)
    #expect(lines.contains { $0.hasPrefix("found: genp: ") && $0.hasSuffix(" missing") })
    #expect(lines.contains("found: cert: 0 rows, none missing"))
    #expect(machine.folder.names().contains { $0.hasPrefix("keychain.db.damaged-") })
    #expect(
      run("verify-keychain", "-r", "--if-damaged").output
        == "repaired: nothing; the database needs no repair\n")
    #expect(run("verify-keychain", "--if-damaged").status == 2)
  }

  /// A database that is older than the header is used only after `verify-keychain --accept-older`.
  @Test func olderDatabaseIsAcceptedByNameAlone() throws {
    let files = try machine.folder.names().filter { $0.hasPrefix("keychain.db") }.map {
      ($0, try machine.folder.read($0))
    }
    #expect(run("add-generic-password", "-s", "four", "-a", "a", "-w", "x").status == 0)
    for (name, content) in files { try machine.folder.write(content, to: name) }
    let refused = run("find-generic-password", "-s", "one", "-w")
    #expect(refused.status == 53)
    #expect(refused.errors.contains("--accept-older"), "\(refused.errors)")
    #expect(run("verify-keychain").status == 53)
    let accepted = run("verify-keychain", "--accept-older")
    #expect(accepted.status == 0, "\(accepted.errors)")
    #expect(
      accepted.output.hasPrefix(
        "accepted: the files that are there, of which one is an older copy\n"))
    #expect(run("find-generic-password", "-s", "one", "-w").output == "x\n")
    #expect(run("find-generic-password", "-s", "four", "-w").status == 44)
    #expect(
      run("verify-keychain", "--accept-older").output.hasPrefix(
        "accepted: nothing; the files belong together\n"))
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
