package import KeychainCrypto
import KeychainModel

/// Has the program that uses the library ask, with a prompt of its own.
package final class ClosurePrompter: Prompter {
  package typealias Closure =
    @Sendable (PromptQuestion) throws(AuthenticationFailure) -> Passcode?

  private let closure: Closure
  private let isCancelled = Guarded(false)

  package init(_ closure: @escaping Closure) {
    self.closure = closure
  }

  package func ask(_ question: PromptQuestion) throws(AuthenticationFailure) -> Passcode? {
    try requireNotCancelled()
    let answer = try closure(question)
    // Nobody can end a closure; but its answer comes to nothing.
    try requireNotCancelled()
    return answer
  }

  package func cancel() { isCancelled.withLock { $0 = true } }

  private func requireNotCancelled() throws(AuthenticationFailure) {
    if isCancelled.withLock({ $0 }) { throw AuthenticationFailure(.appCancelled) }
  }
}
