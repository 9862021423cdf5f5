import CPlatform
import KeychainModel

/// Reads and runs commands from standard input until the input ends.
struct CommandLoop {
  let session: CommandSession
  let prompt: Word

  /// The result of a command that ends the loop. The loop then returns 0.
  private static let ending: Int32 = -1

  /// - Returns: The result of the last command.
  func run() -> Int32 {
    session.readsCommands = true
    var result: Int32 = 0
    while true {
      do throws(LineReader.Failure) {
        guard var line = try readLine() else { return result }
        // The line is overwritten, because the line may contain a password.
        defer { line.wipe() }
        let outcome = run(line)
        // The bytes of short strings are in the stack, where they remain after a call returns. So the stack is
        // overwritten.
        lk_wipe_stack()
        guard let outcome else { continue }
        if outcome == Self.ending { return 0 }
        result = outcome
      } catch {
        result = 1
        switch error {
        case .tooLong:
          session.console.printError("the line is longer than \(CommandSession.lineLimit) bytes")
        case .stream(let failure):
          session.console.printError("standard input: \(failure.text)")
          return result
        }
      }
    }
  }

  private func readLine() throws(LineReader.Failure) -> [UInt8]? {
    if session.input.isTerminal { session.console.write(prompt.bytes, to: .error) }
    session.console.flush()
    return try session.input.readLine(limit: CommandSession.lineLimit)
  }

  /// Runs the command in a line.
  ///
  /// - Returns: The result of the command; nil if the line contains no command.
  private func run(_ line: [UInt8]) -> Int32? {
    do throws(CommandFailure) {
      let words = try WordSplitter.words(of: line)
      guard let name = words.first else { return nil }
      let result = CommandRunner(session: session).run(words)
      if result != 0, !session.isQuiet {
        session.console.print("\(name.text): returned \(result)", to: .error)
      }
      return result
    } catch {
      for line in error.lines { session.console.printError(line) }
      return error.status
    }
  }
}
