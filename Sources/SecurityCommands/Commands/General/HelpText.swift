/// What the tool says about itself.
enum HelpText {
  static let usage = """
    Usage: security [-h] [-i] [-l] [-p prompt] [-q] [-v] [command] [options]
        -h    Show this help, or the usage of a command.
        -i    Read commands from standard input.
        -l    Not available: leaks(1) is a program of macOS.
        -p    Read commands after this prompt; implies -i.
        -q    Say less.
        -v    Repeat each command on standard error, without its secrets, and tell more.
    """

  /// The usage and the list of commands.
  static var overview: String {
    let lines = CommandTable.commands.filter(\.isListed).map { command in
      let padding = String(repeating: " ", count: max(0, 36 - command.name.utf8.count))
      return "    \(command.name)\(padding) \(note(on: command))"
    }
    return
      ([usage, "", "A command may be shortened: the first that begins so is meant.", ""] + lines)
      .joined(separator: "\n")
  }

  private static func note(on command: Command) -> String {
    command.isAvailable ? command.summary : "\(command.summary) (not available)"
  }
}
