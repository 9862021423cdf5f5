/// The documentation of one command. Manual pages and shell completions are generated from it.
package struct CommandManual: Sendable {
  package let name: String

  /// The summary: one line of help.
  package let summary: String

  /// The options and operands in the usage, after the name.
  package let synopsis: String

  /// Lines that explain the options, as `security help` prints them.
  package let details: [String]

  /// Whether the command is supported here.
  package let isAvailable: Bool

  /// The options, sorted: a letter or a long name without dashes.
  package let options: [Option]

  /// An option of a command.
  package struct Option: Sendable {
    package let name: String
    package let takesValue: Bool

    /// The kind of the value, if the option takes one.
    package let value: OptionValue

    /// The option with its hyphens.
    package var word: String { name.utf8.count == 1 ? "-\(name)" : "--\(name)" }
  }

  /// The commands in the list of commands, in its order.
  package static var all: [CommandManual] {
    CommandTable.commands.filter(\.isListed).map(CommandManual.init)
  }

  /// The help lines of the options before the command.
  package static var globalDetails: [String] {
    HelpText.usage.split(separator: "\n").dropFirst().map { String($0.dropFirst(4)) }
  }

  /// The options before the command.
  package static var globalOptions: [Option] { GlobalOptions.syntax.names }

  private init(_ command: Command) {
    name = command.name
    summary = command.summary
    synopsis = command.synopsis
    details = command.details
    isAvailable = command.isAvailable
    options = command.options?.names ?? []
  }
}

extension OptionSyntax {
  /// The options, sorted by their names.
  var names: [CommandManual.Option] {
    takesValue.sorted { $0.key < $1.key }.map { name, takesValue in
      CommandManual.Option(name: name, takesValue: takesValue, value: values[name] ?? .text)
    }
  }
}
