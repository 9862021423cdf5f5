import KeychainCrypto
import KeychainPrompt

/// The prompts of this process, which ask a person for the proofs that an item's access control requires.
///
/// By default a pinentry program shows them, a small dialog program from GnuPG. It is the one that `LATCHKEY_PINENTRY`
/// names, or else `/usr/bin/pinentry`.
public enum KeychainPrompts {
  /// Sets a closure that shows the prompts instead of the pinentry program.
  ///
  ///     KeychainPrompts.ask { question in
  ///       guard let text = myWindow.ask(question.text) else { return .cancelled }
  ///       return (try? KeychainPasscode(text)).map(KeychainAnswer.secret) ?? .nothing
  ///     }
  ///
  /// - Parameter prompt: Asks the question and waits for the answer; nil restores the pinentry program. It is called
  ///   on the thread of the call that needs the answer, or on a thread of the library. It must not use the `LAContext`
  ///   that the question belongs to. If the context was invalidated in the meantime, the answer is ignored.
  public static func ask(with prompt: (@Sendable (KeychainQuestion) -> KeychainAnswer)?) {
    guard let prompt else { return StandardPrompter.use(nil) }
    StandardPrompter.use { (question) throws(AuthenticationFailure) in
      try prompt(KeychainQuestion(question)).passcode(for: question.kind)
    }
  }
}
