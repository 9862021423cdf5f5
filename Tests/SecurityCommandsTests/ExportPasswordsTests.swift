import Keychain
import KeychainModel
import TestSupport
import Testing

@testable import SecurityCommands

@Suite struct ExportPasswordsTests {
  private let keychain = FakeKeychain()

  init() {
    run("add-generic-password", "-a", "g", "-s", "one", "-w", "first,")
    run("add-generic-password", "-a", "g", "-s", "two", "-X", "ff")
    run("add-internet-password", "-a", "i", "-s", "h", "-r", "htps", "-w", "third")
  }

  @discardableResult private func run(_ words: Word...) -> ToolRun {
    ToolRun(words, in: keychain)
  }

  @Test func nothingIsExportedUnasked() {
    let refused = run("export-passwords", "--format", "csv")
    #expect(refused.status == 1)
    #expect(refused.output.isEmpty)
    #expect(
      refused.errors == """
        security: standard output will hold every secret in the clear.
        security: export-passwords: nobody can be asked; --yes exports without asking.\n
        """)
  }

  @Test func personIsAsked() {
    for (answer, status) in [("yes\n", Int32(0)), ("n\n", 1), ("", 1)] {
      let run = ToolRun(
        ["export-passwords", "--format", "json"], in: keychain,
        streams: MemoryStreams(input: [Array(answer.utf8)], inputIsTerminal: true))
      #expect(run.status == status)
      #expect(run.errors.contains("Export every password? [y/N] "))
      #expect(run.output.isEmpty == (status == 1))
    }
  }

  @Test func valuesHoldTextOnlyAndSaySo() {
    let run = run("export-passwords", "--format", "csv", "--yes")
    #expect(run.status == 1)
    #expect(
      run.output == """
        Title,URL,Username,Password,Notes,OTPAuth
        one,,g,"first,",,
        h,https://h/,i,third,,\n
        """)
    #expect(
      run.errors.hasSuffix(
        """
        exported: 2
        security: not exported, because CSV holds only text: genp "two" "g"\n
        """))
  }

  @Test func keysAreNoPasswords() {
    let before = run("export-passwords", "--format", "json", "--yes").output
    keychain.change { $0.items.append(.sampleKey) }
    let export = run("export-passwords", "--format", "json", "--yes")
    #expect(export.status == 0)
    #expect(export.output == before)
  }

  @Test func everythingFitsIntoJSON() {
    let run = run("export-passwords", "--yes", "--format", "json")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("{\n  \"format\": \"latchkey-passwords\",\n"))
    #expect(run.output.contains("\"secret\": { \"base64\": \"/w==\" }"))
  }

  @Test func fileIsForItsOwner() throws {
    let folder = try TemporaryDirectory()
    let path = Word(folder("out").utf8)
    let run = run("export-passwords", "--format", "json", "--yes", "-o", path)
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(try mode(of: folder("out")) == 0o600)
    #expect(
      try folder.read("out")
        == self.run("export-passwords", "--format", "json", "--yes").outputBytes)
    #expect(self.run("export-passwords", "--format", "json", "-o", path).status == 1)
    #expect(folder.names() == ["out"])
  }

  @Test func unreadableSecretIsNotPassedOverInSilence() {
    keychain.change { $0.unreadable = [$0.items[0].identifier] }
    let run = run("export-passwords", "--format", "json", "--yes")
    #expect(run.status == 1)
    #expect(
      run.errors.hasSuffix(
        "security: secrets that cannot be read: 1; verify-keychain says why\n"))
    #expect(run.output.hasSuffix("\n  ]\n}\n"))
  }

  @Test func itemsThatNoSearchFindsAreNotPassedOverInSilence() {
    keychain.change { $0.losses = [2] }
    let run = run("export-passwords", "--format", "json", "--yes")
    #expect(run.status == 1)
    #expect(
      run.errors.hasSuffix(
        """
        exported: 3
        security: items that cannot be read and are left out: 2; verify-keychain says why\n
        """))
    #expect(run.output.hasSuffix("\n  ]\n}\n"))
  }

  /// The export first lists the items, and then reads the secret of each item. The first item disappears after it was
  /// listed and before its secret is read.
  @Test(arguments: [0, 1]) func itemsThatVanishWereDeletedOrDamaged(damaged: Int) {
    keychain.change { state in
      state.losses = [0, damaged]
      let listed = state.requests.count + 2
      state.beforeRequest = { (number, items) in
        if number >= listed { items.removeAll { $0.identifier.low == 1 } }
      }
    }
    let run = run("export-passwords", "--format", "json", "--yes")
    #expect(run.status == Int32(damaged))
    #expect(run.errors.contains("exported: 2\n"))
    #expect(run.errors.contains("items that cannot be read and are left out: 1") == (damaged == 1))
  }

  /// The seed of a one-time password is exported in the line of its login. A seed without a login has its own line.
  @Test func seedsOfOneTimePasswordsStandBesideTheirLogins() throws {
    keychain.change { $0.items = [] }
    run("add-generic-password", "-C", "totp", "-a", "i", "-s", "otp:https://h/", "-w", "AAAA")
    run("add-generic-password", "-C", "totp", "-a", "x", "-s", "otp:https://h/", "-w", "BBBB")
    run("add-internet-password", "-a", "i", "-s", "h", "-r", "htps", "-w", "third")
    run("add-generic-password", "-a", "g", "-s", "one", "-w", "first")
    run("add-generic-password", "-C", "totp", "-a", "g", "-s", "otp:one", "-X", "ff")
    let csv = run("export-passwords", "--format", "csv", "--yes")
    #expect(
      csv.output == """
        Title,URL,Username,Password,Notes,OTPAuth
        h,https://h/,i,third,,AAAA
        otp:https://h/,https://h/,x,,,BBBB\n
        """)
    #expect(csv.status == 1)
    #expect(csv.errors.contains("exported: 3\n"))
    #expect(csv.errors.contains("genp \"one\" \"g\"\n"))
    #expect(csv.errors.contains("genp \"otp:one\" \"g\"\n"))
    let json = run("export-passwords", "--format", "json", "--yes")
    #expect(json.errors.contains("exported: 5\n"))
  }

  @Test func groupNarrows() {
    run("add-generic-password", "-a", "t", "-s", "team", "--access-group", "team")
    let run = run("export-passwords", "--format", "csv", "--yes", "--access-group", "team")
    #expect(run.output == "Title,URL,Username,Password,Notes,OTPAuth\nteam,,t,,,\n")
  }

  @Test func argumentsAreChecked() {
    for words: [Word] in [
      [], ["--format", "xml"], ["--format"], ["--format", "csv", "login", "login"],
      ["--format", "csv", "--yes=1"], ["--format", "csv", "--access-group", ""],
    ] {
      #expect(ToolRun(["export-passwords"] + words, in: keychain).status == 2)
    }
    #expect(run("export-passwords", "--format", "csv", "--yes", "other.keychain").status == 50)
  }
}
