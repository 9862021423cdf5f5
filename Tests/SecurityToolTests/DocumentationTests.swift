import TestSupport
import Testing

/// The examples of `docs/security-tool.md` do what the page says.
@Suite struct DocumentationTests {
  /// A command and what it prints, on whichever stream.
  private struct Example {
    var command: String
    var output = ""
  }

  @Test func examplesPrintWhatThePageSays() throws {
    let tool = try Tool()
    let examples = try Self.examples()
    #expect(examples.count > 15)
    // One shell for all of them: `$?` is that of the command before.
    let mark = "\u{1}"
    let script = examples.map { "printf '\(mark)'; (exit $status)\n\($0.command)\nstatus=$?\n" }
    let run = try tool.shell(
      "exec 2>&1; security() { \"$SECURITY\" \"$@\"; }; status=0\n" + script.joined())
    let outputs = run.text.split(separator: Character(mark), omittingEmptySubsequences: false)
    try #require(outputs.count == examples.count + 1)
    for (example, output) in zip(examples, outputs.dropFirst()) {
      let shown = Self.undated(
        String(output).replacing(tool.home.path, with: "/home/anna/.local/share/latchkey"))
      #expect(shown == example.output, "\(example.command)")
    }
  }

  private static func examples() throws -> [Example] {
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let bytes = try TemporaryDirectory.readFile("/\(package)/docs/security-tool.md")
    var examples: [Example] = []
    var isExample = false
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines {
      if line.hasPrefix("```") {
        isExample = line == "```console"
      } else if isExample, line.hasPrefix("$ ") {
        examples.append(Example(command: String(line.dropFirst(2))))
      } else if isExample, let last = examples.indices.last {
        if line.hasPrefix("> ") {
          examples[last].command += "\n" + line.dropFirst(2)
        } else {
          examples[last].output += "\(line)\n"
        }
      }
    }
    return examples
  }

  /// The output with the date of the page in the place of every date.
  private static func undated(_ output: String) -> String {
    output.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let tag = line.firstRange(of: "<timedate>=0x") else { return String(line) }
      return line[..<tag.lowerBound]
        + "<timedate>=0x32303234303130323033303430355A00  \"20240102030405Z\\000\""
    }.joined(separator: "\n")
  }
}
