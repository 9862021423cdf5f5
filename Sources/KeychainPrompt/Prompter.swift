package import KeychainCrypto

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
