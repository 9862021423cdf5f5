package import KeychainCrypto
import KeychainModel

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
