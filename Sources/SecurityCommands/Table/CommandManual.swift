/// The documentation of one command. Manual pages and shell completions are generated from this documentation.
package struct CommandManual: Sendable {
  package let name: String

  /// The description of the command in one line of the help.
  package let summary: String

  /// The options and operands, which the usage prints after the name of the command.
  package let synopsis: String

  /// The lines that explain the options, as `security help` prints them.
  package let details: [String]

  /// Whether Latchkey supports the command.
  package let isAvailable: Bool

  /// The options, sorted by their names.
  package let options: [Option]

  /// An option of a command.
  package struct Option: Sendable {
    package let name: String
    package let takesValue: Bool

    /// The kind of the value, if the option takes a value.
    package let value: OptionValue

    /// The name of the option with its hyphens.
    package var word: String { name.utf8.count == 1 ? "-\(name)" : "--\(name)" }
  }

  /// The commands that the help lists, in the order of the list.
  package static var all: [CommandManual] {
    CommandTable.commands.filter(\.isListed).map(CommandManual.init)
  }

  /// The lines of the help about the options of the tool.
  package static var globalDetails: [String] {
    HelpText.usage.split(separator: "\n").dropFirst().map { String($0.dropFirst(4)) }
  }

  /// The options of the tool, which precede the name of the command.
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
