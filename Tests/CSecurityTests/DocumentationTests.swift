import TestSupport
import Testing

/// docs/c-api.md, word for word: its files are written, its commands run, and their output compared.
@Suite struct DocumentationTests {
  private struct Page {
    var files: [(name: String, text: String)] = []
    var commands: [(text: String, output: String)] = []

    init(_ text: String) {
      var fence: Substring?
      var isFile = false
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("```") {
          fence = fence == nil ? line.dropFirst(3) : nil
          if let words = fence?.split(separator: " "), words.count == 2 {
            files.append((String(words[1]), ""))
            isFile = true
          } else {
            isFile = false
          }
        } else if isFile {
          files[files.count - 1].text += "\(line)\n"
        } else if fence == "console", line.hasPrefix("$ ") {
          commands.append((String(line.dropFirst(2)), ""))
        } else if fence == "console", !commands.isEmpty {
          commands[commands.count - 1].output += "\(line)\n"
        }
      }
    }
  }

  @Test func examplesPrintWhatThePageSays() throws {
    let bytes = try TemporaryDirectory.readFile("\(BuiltLibrary.package)/docs/c-api.md")
    let page = Page(String(decoding: bytes, as: UTF8.self))
    #expect(page.files.count == 2)
    #expect(page.commands.count == 9)
    let workshop = try Workshop()
    for file in page.files { try workshop.work.write(Array(file.text.utf8), to: file.name) }
    var script = "cd \"$WORK\"; exec 2>&1; make() { :; }\n"
    for command in page.commands {
      // The library of the tests stands in for the one that `make library` would build.
      let text = command.text.replacing("$PWD/.build/library", with: "$PREFIX")
      script += "printf '\\001'; \(text)\n"
    }
    let outcome = try workshop.shell(script)
    let outputs = outcome.text.split(separator: "\u{1}", omittingEmptySubsequences: false)
      .dropFirst()
    #expect(outputs.map(String.init) == page.commands.map(\.output))
    #expect(outcome.ending == .status(0))
  }
}
