import KeychainModel

/// Reads a new password. At a terminal, the user types the password twice. Otherwise standard input contains the
/// password.
enum NewPassword {
  /// The prompts at a terminal.
  struct Prompts {
    let first: String
    let second: String

    static let item = Prompts(
      first: "password data for new item: ", second: "retype password for new item: ")
    static let keychain = Prompts(
      first: "password for new keychain: ", second: "retype password for new keychain: ")
  }

  private static let attempts = 3

  /// Reads the secret of an item.
  ///
  /// At a terminal, the user types the secret twice. In interactive mode without a terminal, the secret is the next
  /// line of standard input. Otherwise, the secret is all of standard input without one trailing newline, because a
  /// secret such as a key can have many lines.
  ///
  /// - Throws: The failures of `read`; `.dataTooLarge` for more than 64 MiB.
  static func secret(_ session: CommandSession) throws(CommandFailure) -> [UInt8] {
    guard !session.input.isTerminal, !session.readsCommands else { return try read(session) }
    session.console.flush()
    return try given { () throws(LineReader.Failure) in
      try session.input.readToEnd(limit: Limits.secretByteCount)
    }
  }

  /// Reads a password. At a terminal, the user types the password twice. Otherwise, the password is the next line of
  /// standard input.
  ///
  /// - Throws: A failure if the user typed two different passwords in every attempt, or if the input ended before a
  ///   line began. The end of input is not an empty password.
  static func read(
    _ session: CommandSession, asking prompts: Prompts = .item
  ) throws(CommandFailure) -> [UInt8] {
    // The output is flushed, so that earlier output appears before the prompt.
    session.console.flush()
    guard session.input.isTerminal else { return try line(session) }
    for _ in 0..<attempts {
      var password = try line(session, prompt: prompts.first)
      if try isRetyped(password, session, prompts) { return password }
      password.wipe()
      session.console.print("passwords don't match", to: .error)
      session.console.flush()
    }
    throw CommandFailure(status: 1)
  }

  private static func isRetyped(
    _ password: [UInt8], _ session: CommandSession, _ prompts: Prompts
  ) throws(CommandFailure) -> Bool {
    var second = try line(session, prompt: prompts.second)
    defer { second.wipe() }
    return second == password
  }

  /// Reads one line of standard input. At a terminal, the line is not echoed.
  static func line(
    _ session: CommandSession, prompt: String? = nil
  ) throws(CommandFailure) -> [UInt8] {
    try given { () throws(LineReader.Failure) in
      try session.input.readLine(limit: Limits.secretByteCount, hiddenPrompt: prompt)
    }
  }

  private static func given(
    _ read: () throws(LineReader.Failure) -> [UInt8]?
  ) throws(CommandFailure) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(LineReader.Failure) {
      bytes = try read()
    } catch {
      switch error {
      case .tooLong:
        throw .keychain(
          KeychainError(.dataTooLarge, "the password has more than 64 MiB"), in: "standard input")
      case .stream(let failure): throw .failed("standard input: \(failure.text)")
      }
    }
    guard let bytes else { throw .failed("there is no password on standard input") }
    return bytes
  }
}
