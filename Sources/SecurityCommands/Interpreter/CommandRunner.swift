/// Runs one command. It finds the command by its name or an abbreviation, reads the options, and reports failures.
struct CommandRunner {
  let session: CommandSession

  /// - Parameter words: The name of the command and its arguments.
  /// - Returns: The result. The low eight bits are the exit status.
  func run(_ words: [Word]) -> Int32 {
    defer { session.console.flush() }
    let command = words.first.flatMap(CommandTable.command)
    if session.isVerbose {
      let echo = EchoedCommand(words: words, syntax: command?.options)
      session.console.print(echo.line, to: .error)
    }
    guard let command else {
      session.console.printError(CommandSuggestion.errorMessage(about: words.first ?? ""))
      return 1
    }
    if words.dropFirst().first == "--help" {
      session.console.print(command.usage)
      return 0
    }
    do throws(CommandFailure) {
      try run(command, Array(words.dropFirst()))
      return 0
    } catch {
      for line in error.lines { session.console.printError(line) }
      if error.status == CommandFailure.usageStatus {
        session.console.print(command.usage, to: .error)
      }
      return error.status
    }
  }

  private func run(_ command: Command, _ words: [Word]) throws(CommandFailure) {
    switch command.action {
    case .run(let syntax, let body):
      let arguments = try Arguments(words, syntax: syntax)
      for option in arguments.options where option.hasValueLikeOption {
        // The message does not contain the value, because it may be a secret.
        session.console.printError(
          "\(option.word): the word behind it is taken as its value, although it is an option, too."
        )
      }
      try body(arguments, session)
    case .refuse(let reason): throw .failed("\(command.name): \(reason).")
    }
  }
}
