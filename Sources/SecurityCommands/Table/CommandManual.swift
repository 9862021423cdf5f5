/// What the tool says of one command: for pages and completions, which are made of it.
package struct CommandManual: Sendable {
  package let name: String

  /// One line of help.
  package let summary: String

  /// What follows the name in the usage.
  package let synopsis: String

  /// Lines that explain the options, as `security help` prints them.
  package let details: [String]

  /// Whether the command can succeed at all.
  package let isAvailable: Bool

  /// The options, sorted: a letter or a long name without dashes.
  package let options: [Option]

  /// An option of a command.
  package struct Option: Sendable {
    package let name: String
    package let takesValue: Bool

    /// What the value is, if the option takes one.
    package let value: OptionValue

    /// The option as it is typed.
    package var word: String { name.utf8.count == 1 ? "-\(name)" : "--\(name)" }
  }

  /// Every command that the list of commands shows, in its order.
  package static var all: [CommandManual] {
    CommandTable.commands.filter(\.isListed).map(CommandManual.init)
  }

  /// The options before the command, in the form of `details`.
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
