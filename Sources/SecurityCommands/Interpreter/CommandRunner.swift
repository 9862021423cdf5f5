/// Runs one command. The runner finds the command by its name or an abbreviation, reads the options, and prints
/// failures.
struct CommandRunner {
  let session: CommandSession

  /// - Parameter words: The name of the command and its arguments.
  /// - Returns: The result of the command. The low eight bits of the result are the exit status.
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
      session.select(nil)
      for option in arguments.options where option.hasValueLikeOption {
        // The message does not contain the value of the option, because the value may be a secret.
        session.console.printError(
          "\(option.word): the word behind it is taken as its value, although it is an option, too."
        )
      }
      try body(arguments, session)
    case .refuse(let reason): throw .failed("\(command.name): \(reason).")
    }
  }
}

/// The text of a command that the option `-v` prints. Every word is in quotation marks, and the secrets are hidden.
struct EchoedCommand {
  let words: [Word]

  /// The syntax of the command's options; nil for a command that is not available. All arguments of such a command are
  /// hidden, because any argument may be a secret.
  let syntax: OptionSyntax?

  private static let hidden: Word = "********"

  var line: String { shown.map { "\"\($0.text)\"" }.joined(separator: " ") }

  /// The words of the command. Asterisks replace the secrets.
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
        // The command line is malformed. The remaining words are hidden, because a secret may follow a mistyped option.
        for position in begin + scanner.position..<shown.count { shown[position] = hidden }
        break
      }
      guard syntax.mayFollowOperands, !scanner.isEnded else { break }
      // Options may follow the operand, so the loop continues after the operand.
      begin += scanner.position + 1
    }
    return shown
  }
}
