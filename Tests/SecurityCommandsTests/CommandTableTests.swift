import Testing

@testable import SecurityCommands

@Suite struct CommandTableTests {
  @Test func hasTheCommandsOfMacOSInTheirOrderAndOursLast() throws {
    let expected = try dataFile("Vectors/commands.txt").split(separator: "\n").map(String.init)
    #expect(CommandTable.commands.map(\.name) == expected)
  }

  @Test func everyNameStandsForItself() {
    for command in CommandTable.commands {
      #expect(CommandTable.command(named: Word(command.name.utf8))?.name == command.name)
    }
  }

  @Test func beginningStandsForTheFirstCommandThatHasIt() throws {
    for fields in try vectors("prefixes") {
      let command = CommandTable.command(named: Word(fields[0].utf8))
      #expect(command?.name == fields[1], "\(fields[0])")
    }
  }

  @Test func exactNameComesBeforeWhatItBegins() {
    let names: [StaticString] = ["lsof", "copy-all", "ls", "copy", "lsd"]
    #expect(CommandTable.position(of: "ls", in: names) == 2)
    #expect(CommandTable.position(of: "copy", in: names) == 3)
    #expect(CommandTable.position(of: "lso", in: names) == 0)
    #expect(CommandTable.position(of: "co", in: names) == 1)
    #expect(CommandTable.position(of: "lsx", in: names) == nil)
  }

  @Test func commandThatIsNotBuiltRefusesAndTouchesNothing() {
    for command in CommandTable.commands where command.options == nil {
      let keychain = FakeKeychain()
      let run = ToolRun([Word(command.name.utf8), "-x", "y"], in: keychain)
      #expect(run.status == 1)
      #expect(run.output.isEmpty)
      #expect(run.errors.hasPrefix("security: \(command.name): "))
      #expect(run.errors.hasSuffix(".\n"))
      #expect(keychain.requests.isEmpty)
    }
  }

  @Test func everyCommandSaysWhatItDoesOrWhyItDoesNot() {
    for command in CommandTable.commands {
      let help = ToolRun(["help", Word(command.name.utf8)])
      #expect(help.status == 0)
      #expect(help.output.hasPrefix("Usage: \(command.name)"))
      if command.options == nil {
        #expect(help.output.contains("\n    On macOS it "), "\(command.name)")
        #expect(help.output.contains("\n    Not available here: "), "\(command.name)")
      }
    }
  }

  @Test func listHasTheCommandsApartThatAreNotAvailable() throws {
    let list = ToolRun(["help"]).output.split(separator: "\n")
    let heading = try #require(list.firstIndex { $0.hasPrefix("Commands of macOS that are not") })
    for (name, isAvailable) in [
      ("find-certificate", true), ("cms", false), ("delete-keychain", true),
      ("lock-keychain", true),
      ("unlock-keychain", true), ("create-keychain", true), ("dump-keychain", true),
    ] {
      let line = list.firstIndex { $0.hasPrefix("    \(name) ") }
      #expect(line.map { $0 < heading } == isAvailable, "\(name)")
    }
  }

  @Test func unknownCommandIsNamed() {
    let run = ToolRun(["frobnicate", "-w", "secret"])
    #expect(run.status == 1)
    #expect(run.errors == "security: unknown command \"frobnicate\"\n")
    #expect(ToolRun(["find-generic-passwords"]).status == 1)
    #expect(ToolRun(["FIND"]).status == 1)
  }

  @Test(arguments: [
    ("find-genric-password", "find-generic-password"), ("lsit-keychains", "list-keychains"),
    ("find-generic-passwords", "find-generic-password"), ("fnd-key", "find-key"),
    ("add-generic_password", "add-generic-password"), ("unlok", "unlock-keychain"),
    ("FIND-GENERIC", "find-generic-password"), ("hlep", "help"),
    ("improt-passwords", "import-passwords"),
  ]) func unknownCommandSuggestsTheNearest(word: String, name: String) {
    let errorMessage = "security: unknown command \"\(word)\"; did you mean \"\(name)\"?\n"
    #expect(ToolRun([Word(word.utf8)]).errors == errorMessage)
    let help = ToolRun(["help", Word(word.utf8)])
    #expect(help.status == 1)
    #expect(help.errors == errorMessage)
  }

  @Test(arguments: ["password", "xy", "cmx", "authorise-me", "leakz"])
  func nothingIsSuggestedWhereNothingIsNear(word: String) {
    #expect(ToolRun([Word(word.utf8)]).errors == "security: unknown command \"\(word)\"\n")
  }
}
