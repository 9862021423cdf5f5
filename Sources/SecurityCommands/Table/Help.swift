/// The help of the tool itself.
enum HelpText {
  static let usage = """
    Usage: security [-h] [-i] [-l] [-p prompt] [-P] [-q] [-v] [command] [options]
        -h, --help  Show this help, or the usage of a command.
        -i          Read commands from standard input.
        -l          Not available: leaks(1) is a program of macOS.
        -p          Read commands after this prompt; implies -i.
        -P          Ask for the password of the keychain first, and use the items of every program.
        -q          Say less.
        -v          Repeat each command on standard error, without its secrets, and tell more.
        --version   Print the version.
    """

  /// The usage of the tool, the list of supported commands, and the list of unsupported commands.
  static var overview: String {
    let listed = CommandTable.commands.filter(\.isListed)
    let lines =
      [usage, "", "A command may be shortened: the first that begins so is meant.", ""]
      + listed.filter(\.isAvailable).map(line)
      + ["", unavailable, ""] + listed.filter { !$0.isAvailable }.map(line)
    return lines.joined(separator: "\n")
  }

  static let unavailable =
    "Commands of macOS that are not available here; \"security help command\" says why:"

  private static func line(_ command: Command) -> String {
    let padding = String(repeating: " ", count: max(0, 36 - command.name.utf8.count))
    return "    \(command.name)\(padding) \(command.summary)"
  }
}

extension Command {
  static let help = Command(
    "help", "Show all commands, or the usage of a command.", synopsis: "[command ...]",
    options: OptionSyntax("")
  ) { (arguments, session) throws(CommandFailure) in
    guard !arguments.operands.isEmpty else {
      session.console.print(HelpText.overview)
      return
    }
    for operand in arguments.operands {
      guard let command = CommandTable.command(named: operand) else {
        throw .failed(CommandSuggestion.errorMessage(about: operand))
      }
      session.console.print(command.usage)
    }
  }
}

/// Suggests a command for a word that names no command.
enum CommandSuggestion {
  /// Returns the name of a supported command whose beginning resembles the word; nil if no name resembles the word.
  static func name(like word: Word) -> String? {
    guard word.bytes.count > 2, word.bytes.count < 64 else { return nil }
    // A word of less than six letters may have one mistake, and a longer word may have two mistakes. With more
    // mistakes, the suggestion would often be a wrong command.
    var least = word.bytes.count < 6 ? 1 : 2
    var nearest: String?
    for command in CommandTable.commands where command.isListed && command.isAvailable {
      let editDistance = editDistance(
        in: word.bytes.map(lowercased), asBeginningOf: Array(command.name.utf8))
      guard editDistance < least || (nearest == nil && editDistance == least) else { continue }
      (least, nearest) = (editDistance, command.name)
    }
    return nearest
  }

  /// Returns the message for a word that names no command.
  static func errorMessage(about word: Word) -> String {
    let errorMessage = "unknown command \"\(word.text)\""
    return name(like: word).map { "\(errorMessage); did you mean \"\($0)\"?" } ?? errorMessage
  }

  /// Compares a word with every beginning of a name, and returns the smallest edit distance. The edit distance is the
  /// number of omitted, added, changed and swapped letters.
  private static func editDistance(in word: [UInt8], asBeginningOf name: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...name.count)
    for (row, letter) in word.enumerated() {
      var next = [row + 1]
      for (column, other) in name.enumerated() {
        var count = min(
          last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, letter == name[column - 1], word[row - 1] == other {
          count = min(count, beforeLast[column - 1] + 1)
        }
        next.append(count)
      }
      (beforeLast, last) = (last, next)
    }
    return last.min() ?? word.count
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
