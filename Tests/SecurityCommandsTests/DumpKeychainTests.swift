import Keychain
import KeychainModel
import TestSupport
import Testing

@testable import SecurityCommands

@Suite struct DumpKeychainTests {
  private let keychain = FakeKeychain()

  init() {
    run("add-internet-password", "-a", "i", "-s", "h", "-w", "three")
    run("add-generic-password", "-a", "g", "-s", "1", "-w", "one")
    run("add-generic-password", "-a", "g", "-s", "2", "-X", "00")
  }

  @discardableResult private func run(_ words: Word...) -> ToolRun {
    ToolRun(words, in: keychain)
  }

  @Test func everyItemIsPrintedClassByClass() {
    let dump = run("dump-keychain")
    #expect(dump.status == 0)
    let expected =
      run("find-generic-password", "-s", "1").output
      + run("find-generic-password", "-s", "2").output
      + run("find-internet-password").output
    #expect(dump.output == expected)
    #expect(run("dump-keychain", "/data/latchkey/keychain.db").output == expected)
    #expect(run("dump-keychain", "other").status == 50)
  }

  @Test func keysFollowPasswords() {
    let passwords = run("dump-keychain").output
    keychain.change { $0.items.insert(.sampleKey, at: 0) }
    let dump = run("dump-keychain")
    #expect(dump.status == 0)
    #expect(dump.output.hasPrefix(passwords))
    #expect(dump.output.dropFirst(passwords.count).contains("\nclass: 0x00000010 \n"))
    #expect(run("dump-keychain", "-d").output.hasSuffix("\ndata:\n0x0001 \n"))
  }

  @Test func secretsArePrintedOnRequest() {
    let dump = run("dump-keychain", "-d").output
    #expect(dump.contains("\ndata:\n\"one\"\nkeychain: "))
    #expect(dump.contains("\ndata:\n0x00 \nkeychain: "))
    #expect(dump.hasSuffix("\ndata:\n\"three\"\n"))
  }

  @Test func noItemHasAnAccessList() {
    for option: Word in ["-a", "-i", "-ai"] {
      let lines = run("dump-keychain", option).output.split(separator: "\n")
      #expect(lines.filter { $0 == "no access control for this item" }.count == 3)
    }
  }

  @Test func sealedFormIsNotShown() { #expect(run("dump-keychain", "-r").status == 1) }

  @Test func unreadableSecretIsNotPassedOverInSilence() {
    keychain.change { $0.unreadable = [$0.items[1].identifier] }
    let dump = run("dump-keychain", "-d")
    #expect(dump.status == 1)
    #expect(dump.errors == "security: secrets that cannot be read: 1; verify-keychain says why\n")
    #expect(dump.output.contains("\n    \"svce\"<blob>=\"1\"\n"))
    #expect(!dump.output.contains("\"one\""))
    #expect(dump.output.contains("\"three\""))
    #expect(run("dump-keychain").status == 0)
  }

  @Test func emptyKeychainDumpsNothing() {
    let dump = ToolRun(["dump-keychain"])
    #expect(dump.status == 0)
    #expect(dump.output.isEmpty)
  }

  @Test func dumpWithUnreadableSecretsStillBecomesAFile() throws {
    let folder = try TemporaryDirectory()
    keychain.change { $0.unreadable = [$0.items[1].identifier] }
    #expect(run("dump-keychain", "-d", "-o", Word(folder("dump").utf8)).status == 1)
    #expect(try folder.read("dump") == Array(run("dump-keychain", "-d").output.utf8))
  }

  @Test func itemsThatNoSearchFindsAreNotPassedOverInSilence() {
    keychain.change { $0.losses = [1] }
    let dump = run("dump-keychain")
    #expect(dump.status == 1)
    #expect(dump.errors.contains("items that cannot be read and are left out: 1;"))
    #expect(!dump.output.isEmpty)
  }

  @Test func dumpGoesToAFileThatOnlyItsOwnerReads() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Array("old".utf8), to: "dump", mode: 0o644)
    let dump = run("dump-keychain", "-d", "-o", Word(folder("dump").utf8))
    #expect(dump.status == 0)
    #expect(dump.output.isEmpty)
    #expect(try folder.read("dump") == Array(run("dump-keychain", "-d").output.utf8))
    #expect(folder.names() == ["dump"])
    #expect(try mode(of: folder("dump")) == 0o600)
  }

  @Test func dumpIsNotWrittenThroughALink() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Array("precious".utf8), to: "target")
    try link("target", folder("dump"))
    let dump = run("dump-keychain", "-o", Word(folder("dump").utf8))
    #expect(dump.status == 1)
    #expect(dump.errors.contains("only an ordinary file"))
    #expect(try folder.read("target") == Array("precious".utf8))
    #expect(run("dump-keychain", "-o", Word(folder.path.utf8)).status == 1)
  }

  @Test func failedDumpLeavesTheOldFile() throws {
    let folder = try TemporaryDirectory()
    try folder.write(Array("old".utf8), to: "dump")
    keychain.change { $0.failures = [KeychainError(.notAvailable, "gone")] }
    #expect(run("dump-keychain", "-o", Word(folder("dump").utf8)).status == 53)
    #expect(try folder.read("dump") == Array("old".utf8))
    #expect(folder.names() == ["dump"])
  }

  @Test func clientsFindServicesAndAccountsInTheLines() {
    // A Go client of the tool reads the text between `="` and the next quotation mark.
    let services = run("dump-keychain").output.split(separator: "\n")
      .filter { $0.contains("\"svce\"") }
      .map { $0.split(separator: "=\"")[1].prefix { $0 != "\"" } }
    #expect(services == ["1", "2"])
  }
}
