package import Keychain
import KeychainCrypto
package import KeychainModel

/// Has a person prove what an item's access control asks for.
package final class Authenticator: Sendable {
  private let keychain: KeychainClient
  private let prompter: any Prompter

  /// How many answers a person may give to one question.
  private static let tries = 3

  /// - Parameter prompter: Who asks. Only for this authenticator: cancelling it lasts.
  package init(_ keychain: KeychainClient, prompter: any Prompter) {
    self.keychain = keychain
    self.prompter = prompter
  }

  /// What the constraints ask for: what the caller has, and the rest asked for. Not to be called within a
  /// transaction: it waits for a person.
  ///
  /// - Parameters:
  ///   - isNew: Whether an item is to be stored with it: nothing can tell then that a password was
  ///     mistyped, and the person has to type it twice, also when it was typed once before and has opened
  ///     nothing.
  ///   - reason: What the program says that it needs it for.
  ///   - having: What is there already and not asked for again, unless it is a proof of before the passcode
  ///     was removed.
  ///   - mayAsk: Whether anybody may be asked.
  ///   - titles: What the program would have on the buttons.
  /// - Throws: `.biometryNotAvailable` and `.passcodeNotSet` without any question when nothing can satisfy
  ///   the constraints; `.notInteractive` when somebody would have to be asked and may or can not be;
  ///   `.failed` after three wrong answers, `.mustWait` without a question, or another one, when there were
  ///   too many before; what the prompter throws.
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
      result = result.adding(AccessProof(passcode: try provenPasscode(reason, titles)))
    }
    if needsPassword {
      let password =
        try isNew ? newPassword(reason, titles) : password(reason, titles)
      result = result.adding(
        AccessProof(applicationPassword: password, isTypedOnce: !isNew))
    }
    return result
  }

  /// Ends what is being asked, with `.appCancelled`, and lets nothing be asked later. From any thread.
  package func cancel() { prompter.cancel() }

  private func isProven(_ proof: AccessProof) throws(AuthenticationFailure) -> Bool {
    guard let passcode = proof.passcode else { return false }
    do throws(KeychainError) {
      return try passcode.isCurrent()
    } catch {
      throw AuthenticationFailure(.failed, error.reason)
    }
  }

  private func requirePasscode() throws(AuthenticationFailure) {
    let hasPasscode: Bool
    do throws(KeychainError) {
      hasPasscode = try keychain.hasPasscode()
    } catch {
      throw AuthenticationFailure(.failed, error.reason)
    }
    guard hasPasscode else { throw AuthenticationFailure(.passcodeNotSet) }
  }

  private func provenPasscode(
    _ reason: String?, _ titles: PromptTitles
  ) throws(AuthenticationFailure) -> PasscodeProof {
    var problem: String?
    for _ in 0..<Self.tries {
      try requireAttempt()
      let question = PromptQuestion(.passcode, reason: reason, problem: problem, titles: titles)
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

  /// Nobody is asked for a passcode that would not be tried.
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
        .applicationPassword, reason: reason, problem: problem, titles: titles)
      if let password = try prompter.ask(question) { return password }
      problem = "Nothing was typed."
    }
    throw AuthenticationFailure(.failed, "no password was given")
  }

  /// Typed twice in the same way.
  private func newPassword(
    _ reason: String?, _ titles: PromptTitles
  ) throws(AuthenticationFailure) -> Passcode {
    var problem: String?
    for _ in 0..<Self.tries {
      let question = PromptQuestion(
        .newApplicationPassword, reason: reason, problem: problem, titles: titles)
      guard let first = try prompter.ask(question) else {
        problem = "Nothing was typed."
        continue
      }
      let repetition = PromptQuestion(
        .repeatedApplicationPassword, reason: reason, titles: titles)
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
