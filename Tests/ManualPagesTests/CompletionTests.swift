import SecurityCommands
import TestSupport
import Testing

@testable import ManualPages

@Suite struct CompletionTests {
  /// Returns the completions that bash offers for the last of these words.
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
    #expect(try offered("swift-toolset", "-") == ["--explicit-imports", "--without"])
    #expect(try offered("-") == CommandManual.globalOptions.map(\.word))
    // The completion function offers nothing where a file name is expected. bash then offers the names of files.
    #expect(try offered("import", "fi").isEmpty)
    #expect(try offered("export-passwords", "-o", "-").isEmpty)
    #expect(try offered("").count == CommandManual.all.count)
  }

  @Test func bashCompletesTheValuesOfOptions() throws {
    #expect(try offered("export-passwords", "--format", "") == ["csv", "json"])
    #expect(try offered("export-passwords", "--format", "j") == ["json"])
    #expect(try offered("export-passwords", "--format", "=") == ["csv", "json"])
    #expect(try offered("export-passwords", "--format", "=", "c") == ["csv"])
    #expect(try offered("import-passwords", "--from", "p") == ["pass"])
    #expect(try offered("export", "-t", "id") == ["identities"])
    #expect(try offered("import", "-t", "p") == ["pub", "priv"])
    #expect(try offered("find-key", "-t", "") == ["symmetric", "public", "private"])
    #expect(try offered("add-internet-password", "-t", "f") == ["form"])
    #expect(try offered("verify-cert", "-p", "ss") == ["ssl"])
    // The completion function offers nothing for a file name or for free text.
    #expect(try offered("dump-keychain", "-o", "").isEmpty)
    #expect(try offered("add-generic-password", "-a", "").isEmpty)
  }

  @Test func everyShellIsToldOfWordsAndFiles() {
    #expect(Completions.zsh.contains("]:value:(csv json)'"))
    #expect(Completions.zsh.contains("]:value:_files'"))
    #expect(Completions.fish.contains(" -l format -x -a 'csv json' -d "))
    #expect(Completions.fish.contains("'__fish_seen_subcommand_from dump-keychain' -s o -r -F -d "))
    #expect(
      Completions.fish.contains("'__fish_seen_subcommand_from add-generic-password' -s a -x -d "))
    for command in CommandManual.all {
      for option in command.options where !option.takesValue {
        #expect(option.value == .text, "\(command.name) \(option.word)")
      }
      for case .words(let words) in command.options.map(\.value) {
        #expect(
          !words.isEmpty
            && words.allSatisfy {
              $0.allSatisfy { $0.isLetter || $0.isNumber || "-.".contains($0) }
            })
      }
    }
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

  /// The quotes of every text in the completions are balanced. Therefore, a shell expands nothing in the text.
  @Test func textsAreQuoted() {
    for line in (Completions.zsh + Completions.fish).split(separator: "\n")
    where !line.hasPrefix("#") {
      #expect(line.count { $0 == "'" } % 2 == 0, "\(line)")
    }
  }
}
