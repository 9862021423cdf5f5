package import KeychainCrypto
import KeychainModel

/// Asks the user questions. A prompter belongs to one authentication context or to one call. The cancellation of a
/// prompter is permanent.
package protocol Prompter: Sendable {
  /// Asks a question, and waits for the answer.
  ///
  /// - Returns: The typed text. Nil if the user gave the requested confirmation, or typed nothing.
  /// - Throws: `.cancelled` if the user dismissed the question; `.fallback` if the user chose another method;
  ///   `.notInteractive` if questions are impossible; `.appCancelled` after `cancel()`; `.failed` for all other
  ///   failures.
  func ask(_ question: PromptQuestion) throws(AuthenticationFailure) -> Passcode?

  /// Cancels the current question, and prevents later questions. Any thread may call this function.
  func cancel()

  /// Whether the agent of the session asks for the passcode of a keychain in `keychaind`, in place of this prompter, so that
  /// the program never has the passcode. False for a prompter of the program's own.
  ///
  /// - Throws: `.notInteractive` if questions are forbidden; `.appCancelled` after `cancel()`.
  func leavesPasscodeToAgent() throws(AuthenticationFailure) -> Bool
}

extension Prompter {
  package func leavesPasscodeToAgent() throws(AuthenticationFailure) -> Bool { false }
}

/// Asks the user with a closure of the program that uses the library.
package final class ClosurePrompter: Prompter {
  package typealias Closure =
    @Sendable (PromptQuestion) throws(AuthenticationFailure) -> Passcode?

  private let closure: Closure
  private let isCancelled = ForkSafeMutex(false)

  package init(_ closure: @escaping Closure) {
    self.closure = closure
  }

  package func ask(_ question: PromptQuestion) throws(AuthenticationFailure) -> Passcode? {
    try requireNotCancelled()
    let answer = try closure(question)
    // The cancellation cannot stop a running closure, but the prompter then ignores the answer of the closure.
    try requireNotCancelled()
    return answer
  }

  package func cancel() { isCancelled.withLock { $0 = true } }

  private func requireNotCancelled() throws(AuthenticationFailure) {
    if isCancelled.withLock({ $0 }) { throw AuthenticationFailure(.appCancelled) }
  }
}
