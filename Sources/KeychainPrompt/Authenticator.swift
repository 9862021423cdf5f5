import Glibc
package import Keychain
import KeychainCrypto
package import KeychainModel

/// Asks the user for the proofs that an item's access control requires.
package final class Authenticator: Sendable {
  private let keychain: KeychainClient
  private let prompter: any Prompter
  /// The path of the program that wants the answers.
  private let program: String
  private let asking = ForkSafeMutex(Asking())

  /// The question that the agent of the session asks for this object.
  private struct Asking: Sendable {
    var question: Handle?
    var isCancelled = false
  }

  /// The number of answers that the user may give to one question.
  private static let tries = 3

  /// - Parameters:
  ///   - prompter: The prompter that asks the questions. Two authenticators must not share a prompter, because the
  ///     cancellation of a prompter is permanent.
  ///   - program: The path of the program that wants the answers.
  package init(_ keychain: KeychainClient, prompter: any Prompter, program: String = CurrentProgram.path) {
    self.keychain = keychain
    self.prompter = prompter
    self.program = program
  }

  /// The proofs that the constraints require: the existing proofs, and the proofs that the user gives now. The function
  /// waits for the user, so do not call it within a transaction.
  ///
  /// - Parameters:
  ///   - isNew: Whether the proof is for storing an item. If true, the user must type a new application password twice,
  ///     because a mistyped password could not be detected. The function also asks again if the user has typed the
  ///     existing password only once and the password has not opened an item yet.
  ///   - reason: The reason that the program gives for the request.
  ///   - having: The existing proofs. The function does not ask for them again. A passcode proof is invalid after the
  ///     passcode was removed.
  ///   - mayAsk: Whether the function may ask the user a question.
  ///   - titles: The program's texts for the buttons.
  /// - Throws: `.biometryNotAvailable` and `.passcodeNotSet`, without a question, if the constraints cannot be
  ///   satisfied. `.notInteractive` if a question is necessary, but is forbidden or impossible. `.failed` after three
  ///   wrong answers. `.mustWait`, without a further question, after too many wrong passcodes. Also the errors of the
  ///   prompter.
  package func proof(
    for constraints: AccessConstraints, isNew: Bool = false, reason: String?,
    having: AccessProof, mayAsk: Bool, titles: PromptTitles = PromptTitles()
  ) throws(AuthenticationFailure) -> AccessProof {
    guard constraints.areMetByPasscode else {
      throw AuthenticationFailure(.biometryNotAvailable)
    }
    let needsPasscode = constraints.needsProof ? try !isProven(having) : false
    let hasPassword = isNew ? having.mayGuard : having.applicationPassword != nil
    let needsPassword = constraints.needsApplicationPassword && !hasPassword
    if needsPasscode { try requirePasscode() }
    guard needsPasscode || needsPassword else { return having }
    guard mayAsk else { throw AuthenticationFailure(.notInteractive) }
    var result = having
    if needsPasscode {
      let passcode: PasscodeProof
      if try leavesPasscodeToAgent() {
        passcode = try passcodeProvenToAgent(reason)
      } else {
        passcode = try provenPasscode(reason, titles)
      }
      result = result.adding(AccessProof(passcode: passcode))
    }
    if needsPassword {
      let password =
        try isNew ? newPassword(reason, titles) : password(reason, titles)
      result = result.adding(
        AccessProof(applicationPassword: password, isTypedOnce: !isNew))
    }
    return result
  }

  /// Cancels the current question with `.appCancelled`, and prevents later questions. Any thread may call this
  /// function.
  package func cancel() {
    prompter.cancel()
    let question = asking.withLock { asking in
      asking.isCancelled = true
      return asking.question
    }
    if let question { withdraw(question) }
  }

  /// The number of attempts to withdraw a question, and the microseconds between them. The service may not have received
  /// the question yet.
  private static let withdrawals = (count: 20, pause: UInt32(25_000))

  private func withdraw(_ question: Handle) {
    for _ in 0..<Self.withdrawals.count {
      guard asking.withLock({ $0.question }) == question, !keychain.withdrawQuestion(question) else { return }
      usleep(Self.withdrawals.pause)
    }
  }

  /// Whether the agent of the session asks for the passcode, in place of the prompter.
  ///
  /// - Throws: The errors of `Prompter.leavesPasscodeToAgent`.
  package func leavesPasscodeToAgent() throws(AuthenticationFailure) -> Bool {
    guard !keychain.isInProcess else { return false }
    return try prompter.leavesPasscodeToAgent()
  }

  /// Lets the service ask the person through the agent of the session, and unlock the keychain.
  ///
  /// - Throws: `.notInteractive` if the session has no agent; `.cancelled` if the user dismissed the question;
  ///   `.mustWait`, `.failed`, and `.appCancelled` after `cancel()`.
  package func unlockThroughAgent(reason: String?) throws(AuthenticationFailure) {
    try askingThroughAgent { (question) throws(KeychainError) in
      _ = try keychain.askToUnlock(reason: reason, as: question)
    }
  }

  /// Lets the service ask the person through the agent of the session. This process does not learn the passcode.
  private func passcodeProvenToAgent(_ reason: String?) throws(AuthenticationFailure) -> PasscodeProof {
    try askingThroughAgent { (question) throws(KeychainError) in
      try keychain.askForPasscode(reason: reason, as: question)
    }
  }

  private func askingThroughAgent<Result>(
    _ ask: (Handle) throws(KeychainError) -> Result
  ) throws(AuthenticationFailure) -> Result {
    do throws(KeychainError) {
      let question = try keychain.makeQuestionHandle()
      if begin(question) {
        defer { asking.withLock { $0.question = nil } }
        return try ask(question)
      }
    } catch {
      guard !asking.withLock({ $0.isCancelled }) else { throw AuthenticationFailure(.appCancelled) }
      switch error.code {
      case .userCancelled: throw AuthenticationFailure(.cancelled)
      case .interactionNotAllowed: throw AuthenticationFailure(.notInteractive, error.reason)
      default: throw Self.failure(error)
      }
    }
    throw AuthenticationFailure(.appCancelled)
  }

  /// - Returns: False when the authentication was cancelled.
  private func begin(_ question: Handle) -> Bool {
    asking.withLock { asking in
      guard !asking.isCancelled else { return false }
      asking.question = question
      return true
    }
  }

  private func isProven(_ proof: AccessProof) throws(AuthenticationFailure) -> Bool {
    guard let passcode = proof.passcode else { return false }
    do throws(KeychainError) {
      return try passcode.isCurrent()
    } catch {
      throw AuthenticationFailure(error)
    }
  }

  private func requirePasscode() throws(AuthenticationFailure) {
    let hasPasscode: Bool
    do throws(KeychainError) {
      hasPasscode = try keychain.hasPasscode()
    } catch {
      throw AuthenticationFailure(error)
    }
    guard hasPasscode else { throw AuthenticationFailure(.passcodeNotSet) }
  }

  private func provenPasscode(
    _ reason: String?, _ titles: PromptTitles
  ) throws(AuthenticationFailure) -> PasscodeProof {
    var problem: String?
    for _ in 0..<Self.tries {
      try requireAttempt()
      let question = PromptQuestion(
        .passcode, program: program, reason: reason, problem: problem, titles: titles)
      guard let passcode = try prompter.ask(question) else {
        problem = "Nothing was typed."
        continue
      }
      do throws(KeychainError) {
        return try keychain.provePasscode(passcode)
      } catch {
        guard error.code == .authenticationFailed, error.cause != .passcodeMustWait else {
          throw Self.failure(error)
        }
        problem = "The passcode is wrong. Try again."
      }
    }
    throw AuthenticationFailure(.failed, "the passcode is wrong")
  }

  /// Throws an error if the keychain would not accept an attempt with a passcode now. The caller calls this function
  /// before it asks the user for a passcode.
  private func requireAttempt() throws(AuthenticationFailure) {
    do throws(KeychainError) {
      try keychain.requirePasscodeAttempt()
    } catch {
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: KeychainError) -> AuthenticationFailure {
    AuthenticationFailure(error.cause == .passcodeMustWait ? .mustWait : .failed, error.reason)
  }

  private func password(
    _ reason: String?, _ titles: PromptTitles
  ) throws(AuthenticationFailure) -> Passcode {
    var problem: String?
    for _ in 0..<Self.tries {
      let question = PromptQuestion(
        .applicationPassword, program: program, reason: reason, problem: problem, titles: titles)
      if let password = try prompter.ask(question) { return password }
      problem = "Nothing was typed."
    }
    throw AuthenticationFailure(.failed, "no password was given")
  }

  /// A new password that the user typed twice.
  private func newPassword(
    _ reason: String?, _ titles: PromptTitles
  ) throws(AuthenticationFailure) -> Passcode {
    var problem: String?
    for _ in 0..<Self.tries {
      let question = PromptQuestion(
        .newApplicationPassword, program: program, reason: reason, problem: problem, titles: titles)
      guard let first = try prompter.ask(question) else {
        problem = "Nothing was typed."
        continue
      }
      let repetition = PromptQuestion(
        .repeatedApplicationPassword, program: program, reason: reason, titles: titles)
      if let second = try prompter.ask(repetition), try isSame(first, second) { return first }
      problem = "That was not the same password twice. Try again."
    }
    throw AuthenticationFailure(.failed, "no password was given twice in the same way")
  }

  private func isSame(
    _ first: Passcode, _ second: Passcode
  ) throws(AuthenticationFailure) -> Bool {
    do throws(KeychainError) {
      return try first.isEqual(to: second)
    } catch {
      throw AuthenticationFailure(.failed, error.reason)
    }
  }
}
