package import KeychainCrypto
import KeychainModel

/// Asks a person. A prompter belongs to one context, and a cancellation is permanent.
package protocol Prompter: Sendable {
  /// Asks, and waits for the answer.
  ///
  /// - Returns: The typed text. Nil for a given confirmation, and for an empty answer to a question
  ///   for a secret.
  /// - Throws: `.cancelled` or `.fallback` if the person chose this; `.notInteractive` when nobody
  ///   can be asked; `.appCancelled` after `cancel()`; `.failed` otherwise.
  func ask(_ question: PromptQuestion) throws(AuthenticationFailure) -> Passcode?

  /// Cancels the current question, and prevents later ones. May be called from any thread.
  func cancel()
}

/// Asks with a prompt of the program that uses the library.
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
    // A running closure cannot be stopped, but its answer is ignored after a cancellation.
    try requireNotCancelled()
    return answer
  }

  package func cancel() { isCancelled.withLock { $0 = true } }

  private func requireNotCancelled() throws(AuthenticationFailure) {
    if isCancelled.withLock({ $0 }) { throw AuthenticationFailure(.appCancelled) }
  }
}
