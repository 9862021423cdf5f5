import Testing

@testable import SecurityCommands

/// The tool asks for the password of a new item at a terminal.
@Suite struct NewPasswordTests {
  private let keychain = FakeKeychain()

  private func run(typing lines: String...) -> ToolRun {
    let streams = MemoryStreams(input: lines.map { Array($0.utf8) }, inputIsTerminal: true)
    return ToolRun(
      ["add-generic-password", "-a", "a", "-s", "s", "-w"], in: keychain, streams: streams)
  }

  @Test func isTypedTwice() {
    let run = run(typing: "secret\n", "secret\n")
    #expect(run.status == 0)
    #expect(run.errors == "password data for new item: retype password for new item: ")
    #expect(keychain.items.first?.secret == Array("secret".utf8))
  }

  @Test func mayBeEmpty() {
    #expect(run(typing: "\n", "\n").status == 0)
    #expect(keychain.items.first?.secret == [])
  }

  @Test func isAskedForThreeTimes() {
    let run = run(typing: "a\n", "b\n", "a\n", "c\n", "d\n", "d\n")
    #expect(run.status == 0)
    #expect(run.errors.components(of: "passwords don't match\n") == 2)
    #expect(keychain.items.first?.secret == Array("d".utf8))
  }

  @Test func mismatchesEndInFailure() {
    let run = run(typing: "a\n", "b\n", "a\n", "b\n", "a\n", "b\n", "a\n", "a\n")
    #expect(run.status == 1)
    #expect(run.errors.components(of: "passwords don't match\n") == 3)
    #expect(keychain.requests.isEmpty)
  }

  @Test func endOfInputIsNoPassword() {
    #expect(run(typing: "a\n").status == 1)
    #expect(keychain.requests.isEmpty)
  }
}

extension String {
  /// Returns how many times `part` occurs in the string.
  fileprivate func components(of part: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
