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
