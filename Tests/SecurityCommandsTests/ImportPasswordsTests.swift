import Keychain
import KeychainModel
import TestSupport
import Testing

@testable import SecurityCommands

@Suite struct ImportPasswordsTests {
  private let keychain = FakeKeychain()
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(
      Array(
        "url,username,password\nhttps://a.example/,anna,one\nhttps://b.example/,ben,two\n".utf8),
      to: "in.csv")
  }

  private func run(_ words: Word..., file: String = "in.csv") -> ToolRun {
    ToolRun(
      ["import-passwords", "--from", "csv", Word(folder(file).utf8)] + words, in: keychain)
  }

  @Test func lookingChangesNothing() {
    keychain.change { $0.isPresent = false }
    let run = run()
    #expect(run.status == 0)
    #expect(
      run.output == """
        add         inet "a.example" "anna" (line 2)
        add         inet "b.example" "ben" (line 3)
        2 to add, 0 in the keychain already, 0 repeated in the source, 0 unreadable
        With --apply they are stored.
        Nothing was changed.\n
        """)
    #expect(run.errors.isEmpty)
    #expect(keychain.items.isEmpty)
    #expect(keychain.openings == 0)
  }

  @Test func applyingStores() {
    let run = run("--apply")
    #expect(run.status == 0)
    #expect(run.output.hasSuffix("\n2 added, 0 replaced, 0 skipped\n"))
    #expect(run.errors == "security: \(folder("in.csv")) still holds every secret in the clear.\n")
    #expect(keychain.items.map(\.secret) == [Array("one".utf8), Array("two".utf8)])
  }

  @Test func personIsAsked() {
    for (answer, stored) in [("y\n", 2), ("no\n", 0), ("\n", 0), ("", 0)] {
      let keychain = FakeKeychain()
      let run = ToolRun(
        ["import-passwords", "--from", "csv", Word(folder("in.csv").utf8)], in: keychain,
        streams: MemoryStreams(input: [Array(answer.utf8)], inputIsTerminal: true))
      #expect(run.status == 0)
      #expect(run.errors.hasPrefix("Store them? [y/N] "))
      #expect(run.output.hasSuffix("Nothing was changed.\n") == (stored == 0))
      #expect(keychain.items.count == stored)
    }
  }

  @Test func whatIsThereIsSkippedOrReplaced() {
    _ = ToolRun(
      ["add-internet-password", "-s", "a.example", "-r", "htps", "-a", "anna", "-w", "old"],
      in: keychain)
    let skipped = run("--apply")
    #expect(
      skipped.output.contains(
        "skip        inet \"a.example\" \"anna\" (line 2): the keychain has it\n"))
    #expect(skipped.output.hasSuffix("1 added, 0 replaced, 1 skipped\n"))
    #expect(keychain.items[0].secret == Array("old".utf8))
    let nothing = run("--apply")
    #expect(nothing.status == 0)
    #expect(nothing.output.hasSuffix("Nothing was changed.\n"))
    #expect(nothing.errors.isEmpty)
    let replaced = run("--apply", "--replace")
    #expect(replaced.output.contains("replace     inet \"a.example\" \"anna\" (line 2)"))
    #expect(replaced.output.hasSuffix("0 added, 2 replaced, 0 skipped\n"))
    #expect(keychain.items[0].secret == Array("one".utf8))
  }

  @Test func oneItemThatFailsLeavesNothing() {
    keychain.change { $0.beforeRequest = { count, _ in count == 1 ? () : () } }
    keychain.change {
      $0.beforeRequest = { _, items in if items.count == 1 { items.removeAll() } }
      $0.failures = [KeychainError(.interactionNotAllowed, "item 1: locked")]
    }
    let run = run("--apply")
    #expect(run.status == 36)
    #expect(run.errors.hasSuffix("security: item 1: locked\nsecurity: Nothing was changed.\n"))
    #expect(keychain.items.isEmpty)
  }

  @Test func unreadableEntriesStopEverythingUnlessTheyMayBeLeftOut() throws {
    try folder.write(Array("title,username,password\n,,lost\nx,a,p\n".utf8), to: "some.csv")
    let stopped = run("--apply", file: "some.csv")
    #expect(stopped.status == 1)
    #expect(
      stopped.output.contains("unreadable  line 2: no title, no address and no user name\n"))
    #expect(!(stopped.output + stopped.errors).contains("lost"))
    #expect(keychain.items.isEmpty)
    #expect(run("--apply", "--skip-unreadable", file: "some.csv").status == 0)
    #expect(keychain.items.count == 1)
  }

  @Test func malformedInputIsRefusedWithItsLine() throws {
    try folder.write(Array("url,password\nx,secret\ny,\"secret\n".utf8), to: "bad.csv")
    let run = run("--apply", file: "bad.csv")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(
      run.errors
        == "security: \(folder("bad.csv")): line 3: the quote that begins here does not end\n")
    #expect(keychain.requests.isEmpty)
  }

  @Test func everythingGoesToTheGroupThatIsNamed() {
    _ = run("--access-group", "team", "--apply")
    #expect(keychain.items.allSatisfy { $0.attributes[.accessGroup] == .string("team") })
  }

  @Test func namesOfStrangersDoNotControlTheTerminal() throws {
    try folder.write(
      Array("title,username,password\n\"\u{1B}]0;x\u{7}\",\"a\nb\u{202E}\",p\n".utf8), to: "odd.csv"
    )
    #expect(
      run(file: "odd.csv").output.hasPrefix(
        #"add         genp "\u{1b}]0;x\u{7}" "a\u{a}b\u{202e}" (line 2)"#))
  }

  @Test func seedsAreStoredOnceAndFound() throws {
    let seed = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    let header = "folder,name,login_uri,login_username,login_password,login_totp\n"
    try folder.write(
      Array("\(header)Home,Shop,https://shop.example/,anna,pw,\(seed)\n".utf8), to: "totp.csv")
    let first = run("--apply", file: "totp.csv")
    #expect(
      first.output == """
        add         inet "shop.example" "anna" (line 2)
        add         genp "otp:https://shop.example/" "anna" (line 2)
        note: the column "folder" is not taken over: 1 entry
        2 to add, 0 in the keychain already, 0 repeated in the source, 0 unreadable
        2 added, 0 replaced, 0 skipped\n
        """)
    let again = run("--apply", file: "totp.csv")
    #expect(again.output.contains("0 to add, 2 in the keychain already, 0 repeated"))
    #expect(keychain.items.count == 2)
    let streams = MemoryStreams()
    let keychain = keychain
    let session = CommandSession(streams: streams) { () throws(KeychainError) in keychain.client }
    session.wallClock = { 59 }
    #expect(
      ToolRun(["otp", "-s", "shop.example"], in: session, streams: streams).output == "287082\n")
  }

  @Test func argumentsAreChecked() {
    let wrong: [[Word]] = [
      [], ["--from"], ["--from", "csv"], ["--from", "dump"], ["--from", "json"],
      ["--from", "csv", "a", "b"], ["--from", "secret-service", "x"], ["--from", "other", "x"],
      ["--from", "csv", ""], ["--from", "csv", "x", "--aply"], ["--from", "csv", "x", "--apply=1"],
      ["--from", "pass", "a", "b"],
      ["--from", "csv", Word(folder("in.csv").utf8), "--access-group", ""],
    ]
    for words in wrong {
      #expect(ToolRun(["import-passwords"] + words, in: keychain).status == 2, "\(words)")
    }
    #expect(keychain.requests.isEmpty)
    let dashes = ToolRun(["import-passwords", "--from=csv", "--", "--apply"], in: keychain)
    #expect(dashes.errors == "security: --apply: No such file or directory\n")
  }
}
