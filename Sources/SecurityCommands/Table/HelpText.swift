/// The help of the tool itself.
enum HelpText {
  static let usage = """
    Usage: security [-h] [-i] [-l] [-p prompt] [-q] [-v] [command] [options]
        -h, --help  Show this help, or the usage of a command.
        -i          Read commands from standard input.
        -l          Not available: leaks(1) is a program of macOS.
        -p          Read commands after this prompt; implies -i.
        -q          Say less.
        -v          Repeat each command on standard error, without its secrets, and tell more.
        --version   Print the version.
    """

  /// The usage and the list of commands. Unsupported commands are in a separate list.
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
