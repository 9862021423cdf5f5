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

/// A command as `-v` prints it: every word in quotation marks, and without secrets.
struct EchoedCommand {
  let words: [Word]

  /// The syntax of the command's options; nil for a command that is not available. Then any argument may be a secret,
  /// so all arguments are hidden.
  let syntax: OptionSyntax?

  private static let hidden: Word = "********"

  var line: String { shown.map { "\"\($0.text)\"" }.joined(separator: " ") }

  /// The words, with secrets replaced or omitted.
  var shown: [Word] {
    let arguments = Array(words.dropFirst())
    guard let syntax else {
      return Array(words.prefix(1)) + arguments.map { _ in Self.hidden }
    }
    return Array(words.prefix(1)) + Self.hidingSecrets(in: arguments, syntax: syntax)
  }

  private static func hidingSecrets(in arguments: [Word], syntax: OptionSyntax) -> [Word] {
    var shown = arguments
    var begin = 0
    while begin < arguments.count {
      var scanner = OptionScanner(Array(arguments[begin...]), syntax: syntax)
      do throws(CommandFailure) {
        while let option = try scanner.next() {
          guard let place = option.valuePlace, syntax.secrets.contains(option.name) else {
            continue
          }
          let word = begin + place.word
          shown[word] = Word(shown[word].bytes.prefix(place.offset) + hidden.bytes)
        }
      } catch {
        // The command line is malformed. The remaining words may contain a secret after a mistyped option, so they are
        // hidden.
        for position in begin + scanner.position..<shown.count { shown[position] = hidden }
        break
      }
      guard syntax.mayFollowOperands, !scanner.isEnded else { break }
      // Continue after the operand, because options may follow it.
      begin += scanner.position + 1
    }
    return shown
  }
}
