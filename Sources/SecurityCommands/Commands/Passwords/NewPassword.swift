import KeychainModel

/// A new password: typed twice by a person, or the next line that a program writes.
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
    let line: [UInt8]?
    do throws(LineReader.Failure) {
      line = try session.input.readLine(limit: Limits.secretByteCount, hiddenPrompt: prompt)
    } catch {
      switch error {
      case .tooLong:
        throw .keychain(
          KeychainError(.dataTooLarge, "the password has more than 64 MiB"), in: "standard input")
      case .stream(let failure): throw .failed("standard input: \(failure.text)")
      }
    }
    guard let line else { throw .failed("there is no password on standard input") }
    return line
  }
}
