import Testing

@testable import SecurityCommands

@Suite struct OptionScannerTests {
  private let syntax = OptionSyntax("a:s:w:gU", long: ["access-group"], mayLackValue: ["w"])

  private func parse(_ words: Word...) throws -> Arguments {
    try Arguments(words, syntax: syntax)
  }

  private func errorMessage(_ words: Word...) -> [String]? {
    do throws(CommandFailure) {
      _ = try Arguments(words, syntax: syntax)
      return nil
    } catch {
      return error.status == CommandFailure.usageStatus ? error.lines : nil
    }
  }

  @Test func valuesFollowInTheSameWordOrTheNext() throws {
    let arguments = try parse("-a", "anna", "-sservice")
    #expect(arguments.value("a") == "anna")
    #expect(arguments.value("s") == "service")
    #expect(arguments.operands.isEmpty)
  }

  @Test func lettersCluster() throws {
    let arguments = try parse("-gUa", "anna")
    #expect(arguments.options.map(\.name) == ["g", "U", "a"])
    #expect(arguments.value("a") == "anna")
    #expect(try parse("-gaU").value("a") == "U")
  }

  @Test func firstOperandEndsTheOptions() throws {
    let arguments = try parse("-g", "login", "-a", "anna")
    #expect(arguments.options.map(\.name) == ["g"])
    #expect(arguments.operands == ["login", "-a", "anna"])
  }

  @Test func twoDashesEndTheOptionsAndOneIsAnOperand() throws {
    #expect(try parse("-g", "--", "-a").operands == ["-a"])
    #expect(try parse("-g", "-", "-a").operands == ["-", "-a"])
    #expect(try parse("-a", "--").value("a") == "--")
  }

  @Test func valueMayBeEmptyOrLookLikeAnOption() throws {
    #expect(try parse("-a", "").value("a") == "")
    #expect(try parse("-a", "-s").value("a") == "-s")
  }

  /// If an option value looks like an option, the value is accepted, and `hasValueLikeOption` is true. Apple's tool
  /// accepts such a value silently, and therefore may store a wrong password.
  @Test func valueThatIsAnOptionIsTakenAndMarked() throws {
    func marked(_ words: Word...) throws -> [String] {
      try Arguments(words, syntax: syntax).options.filter(\.hasValueLikeOption).map(\.word)
    }
    #expect(try marked("-a", "-s", "-w", "-U") == ["-a", "-w"])
    #expect(try marked("-w", "--access-group") == ["-w"])
    #expect(try marked("--access-group", "-g", "-s", "x") == ["--access-group"])
    #expect(try marked("-w", "-x", "-a", "-Us", "-s-g") == [])
    #expect(try marked("-a", "--", "-w", "-") == [])
  }

  @Test func lastOfSeveralValuesCounts() throws {
    #expect(try parse("-a", "1", "-a", "2").value("a") == "2")
  }

  @Test func longOptionTakesItsValueEitherWay() throws {
    #expect(try parse("--access-group", "team").value("access-group") == "team")
    #expect(try parse("--access-group=team=x", "-g").value("access-group") == "team=x")
    #expect(try parse("--access-group=").value("access-group") == "")
  }

  @Test func valueThatMayBeMissingIsMissingOnlyAtTheEnd() throws {
    let arguments = try parse("-a", "anna", "-w")
    #expect(arguments.has("w"))
    #expect(arguments.value("w") == nil)
    #expect(try parse("-w", "-U").value("w") == "-U")
  }

  @Test func valueThatYieldsIsMissingBeforeAnOption() throws {
    let syntax = OptionSyntax("n:q", mayLackValue: ["n"], yieldingToOptions: ["n"])
    let arguments = try Arguments(["-n", "-q", "x"], syntax: syntax)
    #expect(arguments.has("n") && arguments.has("q") && arguments.value("n") == nil)
    #expect(arguments.operands == ["x"])
    #expect(try Arguments(["-n", "x"], syntax: syntax).value("n") == "x")
    #expect(try Arguments(["-n-q"], syntax: syntax).value("n") == "-q")
  }

  @Test func unknownAndIncompleteOptionsAreNamed() {
    #expect(errorMessage("-x") == ["illegal option -- x"])
    #expect(errorMessage("-gx") == ["illegal option -- x"])
    #expect(errorMessage("-g-") == ["illegal option -- -"])
    #expect(errorMessage("-a") == ["option requires an argument -- a"])
    #expect(errorMessage("--group", "x") == ["illegal option -- -group"])
    #expect(errorMessage("--a", "x") == ["illegal option -- -a"])
    #expect(errorMessage("--access-group") == ["option requires an argument -- access-group"])
  }

  @Test func bytesThatAreNotTextStayAsTheyAre() throws {
    let arguments = try Arguments(
      [Word([0x2D, 0x61, 0xFF, 0xFE])], syntax: syntax)
    #expect(arguments.value("a")?.bytes == [0xFF, 0xFE])
    #expect(arguments.value("a")?.attributeValue == .data([0xFF, 0xFE]))
  }
}
