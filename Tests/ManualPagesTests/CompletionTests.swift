import SecurityCommands
import TestSupport
import Testing

@testable import ManualPages

@Suite struct CompletionTests {
  /// What bash offers for the last of some words.
  private func offered(_ words: String...) throws -> [String] {
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    return try Shell.run(
      """
      \(Completions.bash)
      COMP_WORDS=(security \(list)) COMP_CWORD=\(words.count)
      _latchkey_security
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    ).split(separator: "\n").map(String.init)
  }

  @Test func bashCompletesCommandsAndTheirOptions() throws {
    #expect(try offered("add-g") == ["add-generic-password"])
    #expect(try offered("help", "dump-k") == ["dump-keychain"])
    #expect(try offered("-v", "-p", "add", "verify-k") == ["verify-keychain"])
    #expect(try offered("export-passwords", "--f") == ["--format"])
    #expect(try offered("swift-toolset", "-") == ["--explicit-imports"])
    #expect(try offered("-") == CommandManual.globalOptions.map(\.word))
    // Files: bash offers them where nothing is.
    #expect(try offered("import", "fi").isEmpty)
    #expect(try offered("export-passwords", "-o", "-").isEmpty)
    #expect(try offered("").count == CommandManual.all.count)
  }

  @Test func bashKnowsEveryOptionOfEveryCommand() throws {
    for command in CommandManual.all {
      #expect(
        try Set(offered(command.name, "-")) == Set(command.options.map(\.word)), "\(command.name)")
    }
  }

  @Test func zshAndFishHaveEveryCommandAndOption() {
    for command in CommandManual.all {
      #expect(Completions.zsh.contains("  '\(command.name):"))
      #expect(Completions.fish.contains(" -a \(command.name) -d '"))
      for option in command.options {
        let kind = option.name.utf8.count == 1 ? "-s" : "-l"
        #expect(
          Completions.fish.contains(
            "'__fish_seen_subcommand_from \(command.name)' \(kind) \(option.name)"))
        #expect(Completions.zsh.contains("'\(option.word)["))
      }
    }
  }

  /// What is in quotes is in one pair of them, and no shell sees anything to expand.
  @Test func textsAreQuoted() {
    for line in (Completions.zsh + Completions.fish).split(separator: "\n")
    where !line.hasPrefix("#") {
      #expect(line.count { $0 == "'" } % 2 == 0, "\(line)")
    }
  }
}
