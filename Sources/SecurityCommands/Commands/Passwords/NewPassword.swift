import KeychainModel

/// Reads a new password, which a person types twice, or which standard input contains.
enum NewPassword {
  /// The prompts for a person.
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
  /// At a terminal, a person types it twice. In interactive mode without a terminal, it is the next line of standard
  /// input. Otherwise it is all of standard input, without one trailing newline, because a key has many lines.
  ///
  /// - Throws: The failures of `read`; `.dataTooLarge` for more than 64 MiB.
  static func secret(_ session: CommandSession) throws(CommandFailure) -> [UInt8] {
    guard !session.input.isTerminal, !session.readsCommands else { return try read(session) }
    session.console.flush()
    return try given { () throws(LineReader.Failure) in
      try session.input.readToEnd(limit: Limits.secretByteCount)
    }
  }

  /// - Throws: A failure if a person typed two different passwords, or if the input ended before a line began. A
  ///   missing answer is not an empty password.
  static func read(
    _ session: CommandSession, asking prompts: Prompts = .item
  ) throws(CommandFailure) -> [UInt8] {
    // Earlier output must appear before the prompt.
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

  /// Reads a password that a person types once without echo, or the next line of other input.
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
