import Keychain
import KeychainModel
import Testing

@testable import SecurityCommands

@Suite struct FindAndDeleteTests {
  private let keychain = FakeKeychain()

  init() {
    for (service, account, password, label) in [
      ("mail", "anna", "first", "x"), ("mail", "ben", "second\n", "y"), ("web", "anna", "", "x"),
    ] {
      _ = run(
        "add-generic-password", "-s", Word(service.utf8), "-a", Word(account.utf8), "-w",
        Word(password.utf8), "-l", Word(label.utf8))
    }
  }

  @discardableResult private func run(_ words: Word...) -> ToolRun {
    ToolRun(words, in: keychain)
  }

  @Test func firstMatchInTheOrderOfCreationIsFound() {
    #expect(run("find-generic-password", "-w").output == "first\n")
    #expect(run("find-generic-password", "-ws", "mail").output == "first\n")
    #expect(run("find-generic-password", "-wl", "y").output == "7365636f6e640a\n")
    #expect(run("find-generic-password", "-wa", "anna", "-s", "web").output == "\n")
  }

  @Test func wordThatIsNoKeychainMayBeWhatIsLookedFor() {
    let service = run("find-generic-password", "s6")
    #expect(service.status == 50)
    #expect(
      service.errors == """
        security: SecKeychainOpen s6: The specified keychain could not be found.
        security: if "s6" is the service, write: -s s6\n
        """)
    let server = run("find-internet-password", "-w", "-a", "anna", "example.com")
    #expect(server.errors.hasSuffix("if \"example.com\" is the server, write: -s example.com\n"))
    let deleted = run("delete-generic-password", "-a", "anna", "mail")
    #expect(deleted.status == 50)
    #expect(deleted.errors.hasSuffix("if \"mail\" is the service, write: -s mail\n"))
    let nothing = run("delete-generic-password", "mail")
    #expect(nothing.status == 2)
    #expect(
      nothing.errors.hasPrefix("security: if \"mail\" is the service, write: -s mail\nUsage: "))
    for words: [Word] in [
      ["-s", "mail", "s6"], ["build.keychain"], ["x.keychain-db"], ["a/b"], ["old.db"],
    ] {
      let other = ToolRun(["find-generic-password"] + words, in: keychain)
      #expect(other.status == 50)
      #expect(!other.errors.contains("write:"), "\(other.errors)")
    }
    #expect(keychain.items.count == 3)
  }

  @Test func serviceAndAccountMakeTheOtherCriteriaIdle() {
    #expect(run("find-generic-password", "-s", "mail", "-a", "anna", "-l", "none").status == 0)
    #expect(run("find-generic-password", "-s", "mail", "-l", "none").status == 44)
  }

  @Test func internetPasswordsNeedSevenCriteriaForThat() {
    run(
      "add-internet-password", "-a", "a", "-s", "h", "-P", "1", "-r", "htps", "-p", "/", "-d", "d")
    let most: [Word] = ["-a", "a", "-s", "h", "-P", "1", "-r", "htps", "-p", "/", "-d", "d"]
    let find: [Word] = ["find-internet-password", "-l", "none"]
    #expect(ToolRun(find + most, in: keychain).status == 44)
    #expect(ToolRun(find + most + ["-t", "dflt"], in: keychain).status == 0)
  }

  @Test func passwordIsPrintedToStandardErrorOnRequest() {
    let plain = run("find-generic-password", "-a", "ben")
    #expect(plain.output.contains("\n    \"acct\"<blob>=\"ben\"\n"))
    #expect(plain.errors.isEmpty)
    let shown = run("find-generic-password", "-ga", "ben")
    #expect(shown.output == plain.output)
    #expect(shown.errors == "password: 0x7365636F6E640A  \"second\\012\"\n")
    #expect(run("find-generic-password", "-g", "-s", "web").errors == "password: \n")
    let both = run("find-generic-password", "-g", "-w", "-s", "web")
    #expect(both.output == "\n")
    #expect(both.errors.isEmpty)
  }

  @Test func secretIsReadOnlyWhenItIsPrinted() throws {
    run("find-generic-password", "-a", "ben")
    guard case .search(let search) = try #require(keychain.requests.last) else {
      Issue.record("not a search")
      return
    }
    #expect(search.contents == .attributes)
    #expect(search.limit == 1)
    #expect(search.query.isSynchronizable == nil)
  }

  @Test func accessGroupNarrows() {
    #expect(run("find-generic-password", "-s", "mail", "--access-group", "team").status == 44)
    run("add-generic-password", "-s", "mail", "-a", "anna", "-w", "t", "--access-group", "team")
    #expect(
      run("find-generic-password", "-s", "mail", "-a", "anna", "--access-group=team", "-w").output
        == "t\n")
  }

  @Test func oneKeychainGoesByFewNames() {
    for name: Word in [
      "login", "login.keychain", "login.keychain-db", "keychain.db", "/data/latchkey/keychain.db",
    ] {
      #expect(run("find-generic-password", "-s", "mail", name).status == 0)
    }
    for name: Word in ["", "System.keychain", "/tmp/keychain.db", "LOGIN"] {
      let run = run("find-generic-password", "-s", "mail", "login", name)
      #expect(run.status == 50)
      #expect(run.output.isEmpty)
      #expect(run.errors.hasPrefix("security: SecKeychainOpen \(name.text): "))
    }
  }

  @Test func deleteRemovesTheFirstMatchAndSaysSo() {
    let found = run("find-generic-password", "-s", "mail")
    let deleted = run("delete-generic-password", "-s", "mail")
    #expect(deleted.status == 0)
    #expect(deleted.output == found.output)
    #expect(deleted.errors == "password has been deleted.\n")
    #expect(keychain.items.count == 2)
    #expect(run("delete-generic-password", "-s", "mail").status == 0)
    #expect(run("delete-generic-password", "-s", "mail").status == 44)
    #expect(keychain.items.map { $0.attributes[.service] } == [.string("web")])
  }

  @Test func deleteHeedsEveryCriterion() {
    let run = run("delete-generic-password", "-s", "mail", "-a", "anna", "-l", "none")
    #expect(run.status == 44)
    #expect(run.errors.contains("could not be found"))
    #expect(keychain.items.count == 3)
  }

  @Test func deleteNeedsACriterion() {
    #expect(run("delete-generic-password").status == 2)
    #expect(run("delete-generic-password", "login").status == 2)
    #expect(run("delete-internet-password", "--access-group", "team").status == 2)
    #expect(keychain.items.count == 3)
  }

  @Test func deleteThatFailsDoesNotClaimSuccess() {
    let searched = keychain.requests.count
    keychain.change {
      $0.beforeRequest = { number, items in if number == searched + 1 { items = [] } }
    }
    let run = run("delete-generic-password", "-s", "mail")
    #expect(run.status == 44)
    #expect(run.errors.hasPrefix("security: SecKeychainItemDelete: "))
    #expect(!run.errors.contains("deleted."))
  }

  @Test func rawPasswordIsItsBytesAndNothingElse() {
    let keychain = FakeKeychain()
    for (service, digits) in [("bytes", "00ff0a"), ("text", "6162"), ("none", "")] {
      let words: [Word] = ["-a", "a", "-s", Word(service.utf8), "-X", Word(digits.utf8)]
      #expect(ToolRun(["add-generic-password"] + words, in: keychain).status == 0)
    }
    func raw(_ words: Word...) -> ToolRun {
      ToolRun(["find-generic-password"] + words, in: keychain)
    }
    #expect(raw("-s", "bytes", "--raw").outputBytes == [0, 0xFF, 0x0A])
    #expect(raw("-s", "text", "--raw").outputBytes == Array("ab".utf8))
    #expect(raw("-s", "none", "--raw").outputBytes.isEmpty)
    #expect(raw("-s", "text", "-w", "--raw").outputBytes == Array("ab".utf8))
    #expect(raw("-s", "text", "-g", "--raw").status == 2)
    #expect(raw("-s", "missing", "--raw").status == 44)
  }

  @Test func textStandsBesideDigitsOnlyAtATerminal() {
    let keychain = FakeKeychain()
    _ = ToolRun(["add-generic-password", "-a", "ü", "-s", "s", "-w", "ä"], in: keychain)
    func run(_ words: [Word], _ terminals: Set<OutputStream>) -> ToolRun {
      ToolRun(words, in: keychain, streams: MemoryStreams(terminals: terminals))
    }
    let find: [Word] = ["find-generic-password", "-s", "s"]
    let account = "\"acct\"<blob>=0xC3BC "
    #expect(run(find, []).output.contains("\(account)\n"))
    #expect(run(find, [.error]).output.contains("\(account)\n"))
    #expect(run(find, [.output]).output.contains("\(account) \"ü\"\n"))
    #expect(run(find + ["-w"], []).output == "c3a4\n")
    #expect(run(find + ["-w"], [.output]).output == "c3a4  \"ä\"\n")
    #expect(run(find + ["-g"], [.output]).errors == "password: 0xC3A4 \n")
    #expect(run(find + ["-g"], [.error]).errors == "password: 0xC3A4  \"ä\"\n")
    #expect(run(["dump-keychain", "-d"], [.output]).output.contains("data:\n0xC3A4  \"ä\"\n"))
    #expect(run(["dump-keychain", "-d"], []).output.contains("data:\n0xC3A4 \n"))
  }
}
