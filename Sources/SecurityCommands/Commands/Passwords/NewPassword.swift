import KeychainModel

/// A new password: typed twice by a person, or read from standard input.
enum NewPassword {
  /// What a person is asked.
  struct Prompts {
    let first: String
    let second: String

    static let item = Prompts(
      first: "password data for new item: ", second: "retype password for new item: ")
    static let keychain = Prompts(
      first: "password for new keychain: ", second: "retype password for new keychain: ")
  }

  private static let attempts = 3

  /// The secret of an item: typed twice by a person, the next line where standard input holds the commands, and
  /// otherwise the whole of standard input, but for one newline at its end. A key has many lines.
  ///
  /// - Throws: As `read`; `.dataTooLarge` for more than 64 MiB.
  static func secret(_ session: Session) throws(CommandFailure) -> [UInt8] {
    guard !session.input.isTerminal, !session.readsCommands else { return try read(session) }
    session.console.flush()
    return try given { () throws(LineReader.Failure) in
      try session.input.readToEnd(limit: Limits.secretByteCount)
    }
  }

  /// - Throws: A failure when a person did not type the same twice, or when input ended before a
  ///   line began: an absent answer is not an empty password.
  static func read(
    _ session: Session, asking prompts: Prompts = .item
  ) throws(CommandFailure) -> [UInt8] {
    // What was printed so far belongs before the question.
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
    _ password: [UInt8], _ session: Session, _ prompts: Prompts
  ) throws(CommandFailure) -> Bool {
    var second = try line(session, prompt: prompts.second)
    defer { second.wipe() }
    return second == password
  }

  /// A password that a person types once, unseen, or the next line that a program writes.
  static func line(
    _ session: Session, prompt: String? = nil
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
