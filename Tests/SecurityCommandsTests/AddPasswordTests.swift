import Keychain
import KeychainModel
import Testing

@testable import SecurityCommands

@Suite struct AddPasswordTests {
  private let keychain = FakeKeychain()

  private func run(_ words: Word..., input: String = "") -> ToolRun {
    ToolRun(words, in: keychain, input: input)
  }

  private var added: Item? { keychain.items.last }

  @Test func everyOptionOfAGenericPasswordBecomesItsAttribute() throws {
    let run = run(
      "add-generic-password", "-a", "anna", "-s", "mail", "-c", "aapl", "-C", "note", "-D", "kind",
      "-G", "generic", "-j", "comment", "-l", "label", "-p", "secret", "-A", "-T", "/bin/x",
      "-T", "", "--access-group", "team", "login.keychain")
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("security: add-generic-password: what was named is recorded and restricts nothing"))
    let item = try #require(added)
    #expect(item.itemClass == .genericPassword)
    #expect(item.secret == Array("secret".utf8))
    #expect(item.attributes[.account] == .string("anna"))
    #expect(item.attributes[.service] == .string("mail"))
    #expect(item.attributes[.creator] == .number(0x6161_706C))
    #expect(item.attributes[.type] == .number(0x6E6F_7465))
    #expect(item.attributes[.description] == .string("kind"))
    #expect(item.attributes[.generic] == .data(Array("generic".utf8)))
    #expect(item.attributes[.comment] == .string("comment"))
    #expect(item.attributes[.label] == .string("label"))
    #expect(item.attributes[.accessGroup] == .string("team"))
    #expect(item.attributes[.synchronizable] == .number(0))
  }

  @Test func everyOptionOfAnInternetPasswordBecomesItsAttribute() throws {
    let run = run(
      "add-internet-password", "-a", "anna", "-s", "example.com", "-c", "aapl", "-C", "note",
      "-d", "domain", "-D", "kind", "-j", "comment", "-l", "label", "-p", "/path", "-P", "8443",
      "-r", "ftp ", "-t", "form", "-w", "secret")
    #expect(run.status == 0)
    let item = try #require(added)
    #expect(item.itemClass == .internetPassword)
    #expect(item.attributes[.securityDomain] == .string("domain"))
    #expect(item.attributes[.path] == .string("/path"))
    #expect(item.attributes[.port] == .number(8443))
    #expect(item.attributes[.protocolName] == .string("ftp "))
    #expect(item.attributes[.authenticationType] == .string("form"))
    #expect(item.attributes[.accessGroup] == nil)
  }

  @Test func labelAndAuthenticationTypeHaveDefaults() {
    _ = run("add-generic-password", "-a", "anna", "-s", "mail")
    #expect(added?.attributes[.label] == .string("mail"))
    _ = run("add-internet-password", "-a", "anna", "-s", "example.com")
    #expect(added?.attributes[.label] == .string("example.com"))
    #expect(added?.attributes[.authenticationType] == .string("dflt"))
  }

  @Test func withoutAPasswordAnEmptyOneIsStored() {
    _ = run("add-generic-password", "-a", "anna", "-s", "mail")
    #expect(added?.secret == [])
  }

  @Test(arguments: [("00fF", [0x00, 0xFF]), ("abc", [0x0A, 0xBC]), ("", []), ("7", [0x07])])
  func hexadecimalPasswordsAreFilledUpInFront(digits: String, bytes: [UInt8]) {
    _ = run("add-generic-password", "-a", "a", "-s", "s", "-X", Word(digits.utf8))
    #expect(added?.secret == bytes)
  }

  @Test func lastPasswordOptionCounts() {
    _ = run("add-generic-password", "-a", "a", "-s", "s", "-w", "one", "-X", "32", "-p", "three")
    #expect(added?.secret == Array("three".utf8))
  }

  @Test(arguments: [
    ("se\0cret\r\nmore\n", "se\0cret\r\nmore"), ("no newline", "no newline"), ("\n", ""),
    ("a\n\n", "a\n"), ("\n\n", "\n"), ("a\r\n", "a\r"), ("\na", "\na"),
  ]) func standardInputIsTheSecretButForOneNewlineAtItsEnd(input: String, secret: String) {
    for words: [Word] in [
      ["add-generic-password", "-a", "a", "-s", "s", "-w"],
      ["add-generic-password", "-a", "b", "-s", "s", "-p"],
      ["add-internet-password", "-a", "a", "-s", "s", "-w"],
      ["add-generic-password", "-U", "-a", "a", "-s", "s", "-w"],
    ] {
      #expect(ToolRun(words, in: keychain, input: input).status == 0)
      #expect(added?.secret == Array(secret.utf8))
    }
  }

  @Test func secretOfManyPiecesIsReadToTheLast() {
    let pieces = ["one\ntw", "o\n", "\n", "three", "\n"].map { Array($0.utf8) }
    let words: [Word] = ["add-generic-password", "-a", "a", "-s", "s", "-w"]
    #expect(ToolRun(words, in: keychain, streams: MemoryStreams(input: pieces)).status == 0)
    #expect(added?.secret == Array("one\ntwo\n\nthree".utf8))
  }

  @Test func moreThanASecretMayHaveIsRefused() {
    let words: [Word] = ["add-generic-password", "-a", "a", "-s", "s", "-w"]
    let whole = Array(repeating: [UInt8](repeating: 0x78, count: 1 << 20), count: 64)
    let most = ToolRun(words, in: keychain, streams: MemoryStreams(input: whole + [[0x0A]]))
    #expect(most.status == 0)
    #expect(added?.secret?.count == 64 << 20)
    keychain.change { $0.items = [] }
    for end: [UInt8] in [[0x78], [0x0A, 0x0A]] {
      let more = ToolRun(words, in: keychain, streams: MemoryStreams(input: whole + [end]))
      #expect(more.status == Int32(-25302) & 0xFF)
      #expect(more.errors.hasSuffix("security: the password has more than 64 MiB\n"))
    }
    #expect(keychain.items.isEmpty)
  }

  @Test func absentPasswordIsNotAnEmptyOne() {
    let run = run("add-generic-password", "-a", "a", "-s", "s", "-w")
    #expect(run.status == 1)
    #expect(run.errors == "security: there is no password on standard input\n")
    #expect(keychain.requests.isEmpty)
  }

  @Test func wrongUseAsksNothingOfTheKeychain() {
    let wrong: [[Word]] = [
      ["-s", "s"], ["-a", "a"], ["-a", "a", "-s", "s", "login", "login"],
      ["-a", "a", "-s", "s", ""], ["-a", "a", "-s", "s", "-X", "xy"],
      ["-a", "a", "-s", "s", "--access-group", ""],
    ]
    for words in wrong {
      #expect(ToolRun(["add-generic-password"] + words, in: keychain).status == 2)
    }
    #expect(run("add-internet-password", "-a", "a", "-s", "s", "-P", "http").status == 2)
    #expect(run("add-internet-password", "-a", "a", "-s", "s", "-P", "65536").status == 2)
    #expect(keychain.requests.isEmpty)
  }

  @Test func optionThatIsMissingIsNamed() {
    for (words, letter) in [
      (["add-generic-password", "-s", "s", "-w", "x"], "a"),
      (["add-internet-password", "-s", "s"], "a"), (["add-generic-password", "-a", "a"], "s"),
      (["add-internet-password", "-a", "a", "-w", "x"], "s"), (["add-generic-password"], "a"),
    ] as [([Word], String)] {
      let run = ToolRun(words, in: keychain)
      #expect(run.status == 2)
      #expect(
        run.errors.hasPrefix("security: -\(letter) is missing\nUsage: \(words[0].text) "),
        "\(run.errors)")
    }
    #expect(keychain.requests.isEmpty)
  }

  @Test func codesHaveFourCharacters() {
    let short = run("add-internet-password", "-a", "a", "-s", "s", "-r", "ftp")
    #expect(short.status == 1)
    #expect(
      short.errors == """
        security: -r: "ftp" must be exactly four characters, perhaps "ftp " with a blank\n
        """)
    #expect(run("add-generic-password", "-a", "a", "-s", "s", "-c", "aapple").status == 1)
    #expect(keychain.requests.isEmpty)
  }

  @Test func equalItemIsADuplicate() {
    _ = run("add-generic-password", "-a", "a", "-s", "s")
    let again = run("add-generic-password", "-a", "a", "-s", "s", "login")
    #expect(again.status == 45)
    #expect(again.errors.hasPrefix("security: SecKeychainItemCreateFromContent (login): "))
    #expect(again.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test func wordsThatAreNotTextStayBytes() {
    _ = run("add-generic-password", "-a", Word([0xFF]), "-s", "s")
    #expect(added?.attributes[.account] == .data([0xFF]))
  }
}
