import Glibc
import Keychain
import KeychainModel
import ProgramSupport

/// The `security` tool.
package enum Tool {
  /// Runs the tool with the arguments and streams of this process.
  ///
  /// - Returns: The exit status.
  package static func run() -> Int32 {
    ProgramProtection.begin()
    let session = CommandSession(streams: ProcessStreams()) { () throws(KeychainError) in
      try KeychainClient.login(at: try StoreLocation.standard(), as: .tool)
    }
    let words = argumentsOfProcess()
    hideSecrets(of: words)
    return run(words, in: session)
  }

  /// Runs the tool.
  ///
  /// - Parameter words: The arguments, without the name of the program.
  /// - Returns: The exit status: the low eight bits of the result of the last command.
  static func run(_ words: [Word], in session: CommandSession) -> Int32 {
    // The keychain is closed after the output was flushed, because a checkpoint of the database during closing would
    // delay the output.
    defer { session.close() }
    var result = result(of: words, in: session)
    session.console.flush()
    if let failure = session.console.failure {
      session.console.printError("standard output: \(failure.text)")
      session.console.flush()
      if result == 0 { result = 1 }
    }
    return result & 0xFF
  }

  private static func result(of words: [Word], in session: CommandSession) -> Int32 {
    do throws(CommandFailure) {
      let options = try GlobalOptions(words)
      session.isQuiet = options.isQuiet
      session.isVerbose = options.isVerbose
      session.actsForPerson = options.actsForPerson
      if options.wantsVersion {
        session.console.print(ProgramVersion.line(of: "security"))
        return 0
      }
      if options.wantsHelp {
        return CommandRunner(session: session).run(["help"] + options.words.prefix(1))
      }
      if options.isInteractive {
        guard options.words.isEmpty else {
          throw .usage("interactive mode reads its commands from standard input")
        }
        return CommandLoop(session: session, prompt: options.prompt).run()
      }
      guard options.words.isEmpty else { return CommandRunner(session: session).run(options.words) }
      session.console.print(HelpText.overview)
      return CommandFailure.usageStatus
    } catch {
      for line in error.lines { session.console.printError(line) }
      if error.status == CommandFailure.usageStatus {
        session.console.print(HelpText.usage, to: .error)
      }
      return error.status
    }
  }

  /// Overwrites the secrets in the argument vector, because the list of processes shows the argument vector to other
  /// users. Another user can still read the secrets before this call.
  private static func hideSecrets(of words: [Word]) {
    guard let options = try? GlobalOptions(words), let name = options.words.first,
      let syntax = CommandTable.command(named: name)?.options, !syntax.secrets.isEmpty
    else { return }
    let shown = EchoedCommand(words: options.words, syntax: syntax).shown
    let first = 1 + words.count - options.words.count
    for (index, pair) in zip(options.words, shown).enumerated() where pair.0 != pair.1 {
      guard let argument = CommandLine.unsafeArgv[first + index] else { continue }
      memset(argument, Int32(UInt8(ascii: "*")), strlen(argument))
    }
  }

  /// Returns the arguments of this process as bytes. `CommandLine.arguments` is not used, because it replaces invalid
  /// UTF-8.
  private static func argumentsOfProcess() -> [Word] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { argument in
        Word(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
      }
    }
  }
}
