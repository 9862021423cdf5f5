import Keychain
import KeychainModel
import Testing

@testable import SecurityCommands

@Suite struct ListItemsTests {
  private let keychain = FakeKeychain()

  init() {
    for words: [Word] in [
      [
        "add-internet-password", "-s", "shop.example.com", "-a", "anna", "-r", "htps", "-P", "443",
        "-p", "/in",
      ],
      ["add-generic-password", "-s", "Router", "-a", "admin", "-l", "The Röuter", "-w", "Secret"],
      ["add-generic-password", "-s", "a\tb\\c\u{1B}", "-a", Word([0xFF, 0x41]), "-w", "Secret"],
    ] { #expect(ToolRun(words, in: keychain).status == 0) }
  }

  private func run(_ words: Word...) -> ToolRun { ToolRun(words, in: keychain) }

  @Test func everyItemIsALineOfFourFieldsInOrderOfTheirNames() {
    let list = run("ls")
    #expect(list.status == 0)
    #expect(list.errors.isEmpty)
    #expect(
      list.output == """
        genp\tRouter\tadmin\tThe Röuter
        genp\ta\\u{9}b\\\\c\\u{1b}\t\\x{ff}A\ta\\u{9}b\\\\c\\u{1b}
        inet\tshop.example.com\tanna\tshop.example.com\n
        """)
  }

  /// Invisible characters are printed as numbers. So different names look different, and a name cannot change the text
  /// direction of its line.
  @Test func charactersThatNobodySeesAreNumbers() {
    let name = "a\u{200B}b\u{200D}c\u{202E}d\u{FEFF}e\u{E0041}"
    _ = run("add-generic-password", "-s", Word(name.utf8), "-a", "x")
    let shown = #"a\u{200b}b\u{200d}c\u{202e}d\u{feff}e\u{e0041}"#
    #expect(run("ls", "a*e*").output == "genp\t\(shown)\tx\t\(shown)\n")
    #expect(
      run("search", "x", "--json").output.contains(
        #""service":"a\u200bb\u200dc\u202ed\ufeffe\udb40\udc41""#))
  }

  /// A script may pass names from untrusted people. Error messages must not send control characters to the terminal.
  @Test func wordsInFailuresControlNoTerminal() {
    let words: [[Word]] = [
      ["\u{1B}]0;x\u{7}\u{9B}1m"], ["copy", "--with", "\u{1B}[2J", "x"],
      ["find-generic-password", "-s", "x", "\u{202E}\u{1B}[2J.keychain"],
      ["find-generic-password", "--\u{1B}[2J"], ["-\u{1B}x", "ls"], ["error", "\u{1B}c"],
    ]
    for words in words {
      let run = ToolRun(words, in: keychain)
      #expect(!run.errors.isEmpty, "\(words)")
      for scalar in run.errors.unicodeScalars where scalar != "\n" {
        #expect(!TerminalSafeText.isControl(scalar), "\(words)")
      }
    }
    let session = ToolRun(["-i"], in: keychain, input: "\u{1B}[2J x\n-v\u{1B}\n")
    #expect(!session.errors.isEmpty && !session.errors.contains("\u{1B}"))
  }

  @Test func noSecretIsAskedFor() {
    keychain.change { $0.requests = [] }
    _ = run("ls")
    _ = run("search", "r", "--json")
    #expect(keychain.requests.count == 2 * ItemClass.stored.count)
    for request in keychain.requests {
      guard case .search(let search) = request else {
        Issue.record("\(request)")
        continue
      }
      #expect(search.contents == .attributes)
    }
  }

  @Test func patternMatchesTheWholeNameOrTheLabel() {
    #expect(run("ls", "*.example.com").output.hasPrefix("inet\tshop"))
    #expect(run("ls", "The*").output.hasPrefix("genp\tRouter"))
    #expect(run("ls", "anna").status == 44)
    #expect(run("ls", "router").status == 44)
    #expect(run("ls", "Route").errors.hasPrefix("security: SecKeychainSearchCopyNext: "))
  }

  @Test func searchFindsAPartOfAnyNameInAnyCase() {
    #expect(run("search", "RÖUT").output.hasPrefix("genp\tRouter"))
    #expect(run("search", "ANN").output.hasPrefix("inet\tshop"))
    #expect(run("search", "/IN").output.hasPrefix("inet\tshop"))
    #expect(run("search", "a").output.split(separator: "\n").count == 3)
    #expect(run("search", "Secret").status == 44)
    #expect(run("search").status == 2)
    #expect(run("search", "").status == 2)
    #expect(run("ls", "a", "b").status == 2)
  }

  @Test func jsonHasAnObjectOnEachLine() {
    #expect(
      run("search", "shop", "--json").output == """
        [
        {"class":"inet","server":"shop.example.com","account":"anna","label":"shop.example.com",\
        "protocol":"htps","path":"/in","port":443}
        ]\n
        """)
    let json = run("ls", "--json", "a*").output
    #expect(json.contains(#""service":"a\u0009b\\c\u001b","account":{"base64":"/0E="}"#))
    let none = run("ls", "--json", "none")
    #expect(none.output == "[]\n")
    #expect(none.status == 44)
  }

  @Test func keychainIsNotMadeAndNothingIsThere() {
    keychain.change {
      $0.items = []
      $0.isPresent = false
      $0.requests = []
    }
    let list = run("ls")
    #expect(list.status == 0)
    #expect(list.output.isEmpty)
    #expect(run("ls", "x").status == 44)
    #expect(keychain.requests.isEmpty)
    #expect(!keychain.isPresentNow)
  }

  @Test func itemsThatCannotBeReadAreCounted() {
    keychain.change { $0.losses = [2] }
    let list = run("ls")
    #expect(list.status == 1)
    #expect(list.output.hasPrefix("genp\tRouter"))
    #expect(list.errors.contains("items that cannot be read and are left out: 2"))
  }

  @Test(arguments: [
    ("*", "", true), ("", "", true), ("", "a", false), ("a*c", "abc", true), ("a*c", "abcd", false),
    ("*a*b", "xaab", true), ("?", "ä", true), ("?", "ab", false), ("[a-c]x", "bx", true),
    ("[!a-c]x", "bx", false), ("[^a-c]x", "dx", true), ("[]]", "]", true), ("[a", "[a", true),
    ("[c-a]", "b", false), ("[a-]", "-", true), (#"\*"#, "*", true), (#"\*"#, "x", false),
    (#"[\]]"#, "]", true), ("ä[ö-ü]", "äö", true), ("*.example.*", "a.example.b.example.c", true),
    (#"a\"#, #"a\"#, true),
  ]) func patternsAreThoseOfShells(pattern: String, name: String, matches: Bool) {
    #expect(GlobPattern(pattern).matches(name) == matches, "\(pattern) \(name)")
  }
}
