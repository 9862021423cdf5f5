import KeychainCrypto
import KeychainPrompt

/// Who asks a person, in this process, for what an item's access control wants.
///
/// Without this it is a pinentry, a small program of GnuPG's: the one that `LATCHKEY_PINENTRY` names,
/// otherwise `/usr/bin/pinentry`.
public enum KeychainPrompts {
  /// Has the program itself ask from now on.
  ///
  ///     KeychainPrompts.ask { question in
  ///       guard let text = myWindow.ask(question.text) else { return .cancelled }
  ///       return (try? KeychainPasscode(text)).map(KeychainAnswer.secret) ?? .nothing
  ///     }
  ///
  /// - Parameter prompt: Puts the question and waits for the answer; nil to have a pinentry ask again. It
  ///   is called on the thread of the call that needs the answer, or on one of the library's, and must not
  ///   use the `LAContext` that the question is about. A context that is invalidated meanwhile takes no
  ///   notice of the answer.
  public static func ask(with prompt: (@Sendable (KeychainQuestion) -> KeychainAnswer)?) {
    guard let prompt else { return StandardPrompter.use(nil) }
    StandardPrompter.use { (question) throws(AuthenticationFailure) in
      try prompt(KeychainQuestion(question)).passcode(for: question.kind)
    }
  }
}
