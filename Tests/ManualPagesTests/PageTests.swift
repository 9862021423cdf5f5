import CredentialHelpers
import DockerCredentials
import GitCredentials
import ProgramSupport
import SecurityCommands
import TestSupport
import Testing

@testable import ManualPages

@Suite struct PageTests {
  /// Formats a page with groff. Returns the text and the warnings.
  private func shown(_ page: ManualPage) throws -> (text: String, complaints: String) {
    let folder = try TemporaryDirectory()
    try folder.write(Array(page.text.utf8), to: "page.1")
    let text = try Shell.run(
      "GROFF_NO_SGR=1 groff -man -Tascii -ww -P-b -P-o -rLL=500n '\(folder("page.1"))' "
        + "2>'\(folder("complaints"))'")
    return (text, String(decoding: try folder.read("complaints"), as: UTF8.self))
  }

  @Test func pageOfTheToolSaysWhatItsHelpSays() throws {
    let (text, complaints) = try shown(.security)
    #expect(complaints.isEmpty, "\(complaints)")
    let words = " \(Self.words(text)) "
    for command in CommandManual.all {
      let isThere = words.contains(" \(Self.words(command.summary)) ")
      #expect(isThere, "\(command.name)")
      guard command.isAvailable else { continue }
      let usage = Self.words("security \(command.name) \(command.synopsis)")
      let hasUsage = words.contains(" \(usage) ")
      #expect(hasUsage, "\(usage)")
      for detail in command.details {
        let isThere = words.contains(Self.words(detail))
        #expect(isThere, "\(command.name): \(detail)")
      }
    }
    for detail in CommandManual.globalDetails { #expect(words.contains(Self.words(detail))) }
  }

  @Test func pagesOfTheHelpersNameTheirOperations() throws {
    for (page, name, operations) in [
      (ManualPage.gitHelper, GitHelper.name, GitHelper.operations),
      (ManualPage.dockerHelper, DockerHelper.name, DockerHelper.operations),
    ] {
      let (text, complaints) = try shown(page)
      #expect(complaints.isEmpty, "\(complaints)")
      let words = " \(Self.words(text)) "
      for operation in operations {
        #expect(words.contains(" \(name) \(operation.name) "))
        #expect(words.contains(" \(operation.name) \(operation.summary) "))
      }
    }
  }

  /// Each page is installed once, is well formed, and names the version of the programs.
  @Test func eachPageNamesTheVersion() throws {
    let pages = InstalledTexts.files.filter { $0.name.hasPrefix("share/man/") }
    #expect(pages.count == 7 && Set(pages.map(\.name)).count == 7)
    for page in pages {
      #expect(page.text.split(separator: "\n").first?.hasSuffix("\"Latchkey \(ProgramVersion.number)\"") == true)
    }
    for page in [ManualPage.daemon, .secretService, .agent, .module] { #expect(try shown(page).complaints.isEmpty) }
  }

  @Test func pagesHaveExamplesAndNameTheDocumentation() throws {
    for page in [ManualPage.security, .gitHelper, .dockerHelper] {
      let words = Self.words(try shown(page).text)
      #expect(words.contains(" EXAMPLES "))
      #expect(words.contains(" DOCUMENTATION "))
      #expect(words.contains(" /usr/local/share/doc/latchkey/README.md "))
    }
  }

  /// Every example line that begins with `security` must be an existing command with valid options.
  @Test func examplesOfTheToolAreCommands() throws {
    let lines = ManualPage.examples.flatMap(\.lines).filter { $0.hasPrefix("security ") }
    #expect(lines.count > 10)
    for line in lines {
      let words = line.split(separator: " ").dropFirst().map(String.init)
      let command = try #require(
        CommandManual.all.first { $0.name == words.first && $0.isAvailable }, "\(line)")
      for word in words.dropFirst() where word.hasPrefix("-") {
        #expect(command.options.contains { $0.word == word }, "\(line)")
      }
    }
  }

  /// The page of a command must name every option of the command.
  @Test func everyOptionThatACommandTakesIsNamed() {
    for command in CommandManual.all where command.isAvailable {
      let text = ([command.synopsis] + command.details).joined(separator: " ")
      let named = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "-") })
      for option in command.options {
        let isNamed =
          named.contains(Substring(option.word))
          || named.contains { word in
            // The options may be in one word, such as [-degrsuvw].
            word.hasPrefix("-") && !word.hasPrefix("--") && option.name.count == 1
              && word.contains(option.name)
          }
        #expect(isNamed, "\(command.name) \(option.word)")
      }
    }
  }

  /// Returns the words of a text, separated by single spaces.
  private static func words(_ text: String) -> String {
    text.split { $0.isWhitespace }.joined(separator: " ")
  }
}
