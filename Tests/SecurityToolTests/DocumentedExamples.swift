import TestSupport
import Testing

/// The examples in a page of the documentation: commands, and their output on standard output and standard error.
struct DocumentedExamples {
  private struct Example {
    var command: String
    var output = ""
  }

  private let examples: [Example]

  var count: Int { examples.count }

  /// The script prints this mark before the output of each command. The commands never print this mark.
  private static let mark = "\u{1}"

  /// The folder with the pages of the documentation.
  static let folder =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/docs"

  /// The file names of all pages.
  static var pages: [String] { TemporaryDirectory.names(folder).filter { $0.hasSuffix(".md") } }

  init(_ page: String) throws {
    let bytes = try TemporaryDirectory.readFile("\(Self.folder)/\(page)")
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
    self.examples = examples
  }

  /// A script with all commands of the page. In each command, `$?` is the status of the previous command.
  var script: String { script { $0 } }

  /// - Parameter running: Returns the command that runs a command of the page.
  func script(_ running: (String) -> String) -> String {
    let commands = examples.map {
      "printf '\(Self.mark)'; (exit $status)\n\(running($0.command))\nstatus=$?\n"
    }
    return "exec 2>&1; security() { \"$SECURITY\" \"$@\"; }; status=0\n" + commands.joined()
  }

  /// Compares the output of the script with the output in the page.
  func check(_ text: String, home: String) throws {
    let outputs = text.split(separator: Character(Self.mark), omittingEmptySubsequences: false)
    try #require(outputs.count == examples.count + 1, "\(text)")
    for (example, output) in zip(examples, outputs.dropFirst()) {
      let shown = Self.undated(
        String(output).replacing(home, with: "/home/anna/.local/share/latchkey"))
      #expect(shown == example.output, "\(example.command)")
    }
  }

  /// Returns the output with every date replaced by the date in the page.
  private static func undated(_ output: String) -> String {
    output.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let tag = line.firstRange(of: "<timedate>=0x") else { return String(line) }
      return line[..<tag.lowerBound]
        + "<timedate>=0x32303234303130323033303430355A00  \"20240102030405Z\\000\""
    }.joined(separator: "\n")
  }
}
