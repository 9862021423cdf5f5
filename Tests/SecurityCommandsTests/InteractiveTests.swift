import Testing

@testable import SecurityCommands

@Suite struct InteractiveTests {
  @Test func linesSplitIntoWordsAsOnMacOS() throws {
    for fields in try vectors("lines") {
      let words = try WordSplitter.words(of: Array(fields[0].utf8))
      #expect(words.map { "<\($0.text)>" }.joined() == fields[1])
    }
    #expect(try WordSplitter.words(of: Array("a\tb\u{0B}c\u{0C}d\r".utf8)).count == 4)
    #expect(try WordSplitter.words(of: []).isEmpty)
  }

  @Test func wordsMayHoldAnyByte() throws {
    let words = try WordSplitter.words(of: [0xFF, 0x00, 0x20, 0x27, 0x80, 0x20, 0x27])
    #expect(words.map(\.bytes) == [[0xFF, 0x00], [0x80, 0x20]])
  }

  @Test(arguments: ["'abc", "\"abc'", "abc\\", "'abc\\"])
  func unfinishedLinesAreRefused(line: String) {
    #expect(throws: CommandFailure.self) { try WordSplitter.words(of: Array(line.utf8)) }
  }

  @Test func linesHaveAtMostThirtyTwoWords() throws {
    let words = Array(repeating: "w", count: 32).joined(separator: " ")
    #expect(try WordSplitter.words(of: Array("\(words) ".utf8)).count == 32)
    #expect(throws: CommandFailure.self) { try WordSplitter.words(of: Array("\(words) x".utf8)) }
  }

  @Test func commandsRunOneAfterAnother() {
    let keychain = FakeKeychain()
    let run = ToolRun(
      ["-i"], in: keychain,
      input: """
        add-generic-password -s 'a service' -a anna -w "one two"

        find-generic-password -ws 'a service'
        """)
    #expect(run.status == 0)
    #expect(run.output == "one two\n")
    #expect(run.errors.isEmpty)
  }

  @Test func resultOfTheLastCommandIsTheStatus() {
    let failing = ToolRun(["-i"], input: "help help\nfind-gen -s x\n\n")
    #expect(failing.status == 44)
    #expect(failing.errors.hasSuffix("\nfind-gen: returned -25300\n"))
    #expect(ToolRun(["-i"], input: "find-gen -s x\nhelp help\n").status == 0)
    #expect(ToolRun(["-i"], input: "").status == 0)
  }

  @Test func quietModeDoesNotRepeatTheResult() {
    let run = ToolRun(["-q", "-i"], input: "find-gen -s x\n")
    #expect(run.status == 44)
    #expect(!run.errors.contains("returned"))
  }

  @Test func promptIsShownToPeopleOnly() {
    let typed = [Array("help help\n".utf8)]
    let person = ToolRun(
      ["-i"], streams: MemoryStreams(input: typed, inputIsTerminal: true))
    #expect(person.errors == "security> security> ")
    let named = ToolRun(
      ["-p", "? "], streams: MemoryStreams(input: typed, inputIsTerminal: true))
    #expect(named.errors == "? ? ")
    #expect(ToolRun(["-i"], streams: MemoryStreams(input: typed)).errors.isEmpty)
  }

  @Test func longLinesAreRefusedAndNotCut() {
    let keychain = FakeKeychain()
    let line = "add-generic-password -s s -a a -w "
    let longest = line + String(repeating: "x", count: 4096 - line.utf8.count)
    #expect(ToolRun(["-i"], in: keychain, input: "\(longest)\n").status == 0)
    #expect(keychain.items.first?.secret?.count == 4096 - line.utf8.count)

    let run = ToolRun(["-i"], input: "\(longest)x\nhelp help\n")
    #expect(run.status == 0)
    #expect(run.errors == "security: the line is longer than 4096 bytes\n")
    #expect(run.output.hasPrefix("Usage: help"))
    #expect(ToolRun(["-i"], input: "\(longest)x").status == 1)
  }

  @Test func unfinishedLineRunsNothing() {
    let keychain = FakeKeychain()
    let run = ToolRun(["-i"], in: keychain, input: "add-generic-password -s s -a a -w 'x\n")
    #expect(run.status == 1)
    #expect(keychain.requests.isEmpty)
  }

  @Test func passwordsCanBeTheNextLine() {
    let keychain = FakeKeychain()
    let run = ToolRun(
      ["-i"], in: keychain, input: "add-generic-password -s s -a a -w\n'the' password\nhelp help\n")
    #expect(run.status == 0)
    #expect(keychain.items.first?.secret == Array("'the' password".utf8))
    #expect(run.output.hasPrefix("Usage: help"))
  }
}
