import TestSupport
import Testing

/// Writes the files in docs/c-api.md and docs/python.md, and runs the commands in these pages. The output of the
/// commands must be the output in the pages.
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

  @Test(arguments: [("c-api", 4, 15), ("python", 4, 9)])
  func examplesPrintWhatThePageSays(_ name: String, files: Int, commands: Int) throws {
    let bytes = try TemporaryDirectory.readFile("\(BuiltLibrary.package)/docs/\(name).md")
    let page = Page(String(decoding: bytes, as: UTF8.self))
    #expect(page.files.count == files)
    #expect(page.commands.count == commands)
    let workshop = try Workshop()
    for file in page.files { try workshop.work.write(Array(file.text.utf8), to: file.name) }
    var script = """
      cd "$WORK"; exec 2>&1; make() { :; }
      "$PACKAGE/scripts/build-common-crypto" "$(command -v clang)" "$WORK/installed"
      cp -R "$PACKAGE/Python/latchkey_keyring" "$WORK/"
      security() { "$PRODUCTS/security" "$@"; }
      keyring() { /usr/bin/python3 -c 'import sys; from keyring.cli import main; sys.exit(main())' "$@"; }
      cp "$WORK/installed/lib/pkgconfig/latchkey-commoncrypto.pc" "$PREFIX/lib/pkgconfig/"

      """
    for command in page.commands {
      // In this test, `make library` does nothing. The commands use the library that the tests have built.
      // It needs no network, so the programs of the environment are those of Debian.
      let text = command.text.replacing("$PWD/.build/library", with: "$PREFIX")
        .replacing("environment/bin/python", with: "/usr/bin/python3").replacing("environment/bin/", with: "")
      script += "printf '\\001'; \(text)\n"
    }
    let outcome = try workshop.shell(script)
    let outputs = outcome.text.split(separator: "\u{1}", omittingEmptySubsequences: false)
      .dropFirst()
    #expect(outputs.map(String.init) == page.commands.map(\.output))
    #expect(outcome.ending == .status(0))
  }

  /// The page lists functions that the headers do not declare, by a full name or by a prefix. The headers must not
  /// declare any function with such a name.
  @Test func functionsThatThePageSaysAreMissingAre() throws {
    let bytes = try TemporaryDirectory.readFile("\(BuiltLibrary.package)/docs/c-api.md")
    let text = String(decoding: bytes, as: UTF8.self)
    let section = try #require(text.split(separator: "## What is not declared").last)
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
    #expect(rows.count >= 13)
    let declared = try Set(Vectors.functions())
    var count = 0
    for row in rows {
      let cells = row.split(separator: "|")
      #expect(cells.count == 2)
      for quoted in cells[0].split(separator: ",") {
        let name = String(quoted.filter { $0 != " " && $0 != "`" })
        count += 1
        if name.hasSuffix("…") {
          #expect(!declared.contains { $0.hasPrefix(name.dropLast()) }, "\(name)")
        } else {
          #expect(!declared.contains(name), "\(name)")
        }
      }
    }
    #expect(count > 60)
  }
}
