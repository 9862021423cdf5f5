package import KeychainCrypto

/// Whoever asks the person. One is used for one context: what is cancelled stays cancelled.
package protocol Prompter: Sendable {
  /// Asks, and waits for the answer.
  ///
  /// - Returns: What was typed; nil for a confirmation that was given, and for an empty answer to a
  ///   question for a secret.
  /// - Throws: `.cancelled` and `.fallback` as the person chose, `.notInteractive` when nobody can be
  ///   asked, `.appCancelled` after `cancel()`, `.failed` otherwise.
  func ask(_ question: PromptQuestion) throws(AuthenticationFailure) -> Passcode?

  /// Ends what is being asked now, and lets nothing be asked later. From any thread.
  func cancel()
}
