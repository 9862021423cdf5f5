import KeychainCrypto
package import KeychainPrompt

/// A question to a person, for a program with its own prompt (`KeychainPrompts`).
public struct KeychainQuestion: Sendable {
  /// The kinds of question.
  public enum Kind: Sendable {
    /// The passcode of the keychain. The prompt must hide the typed text.
    case passcode
    /// The application password of the program's items. The prompt must hide the typed text.
    case applicationPassword
    /// A new application password. It is asked for twice in a row, and both answers must be the same. The prompt must
    /// hide the typed text.
    case newApplicationPassword
    /// Yes or no.
    case confirmation
  }

  /// The kind of question.
  public let kind: Kind

  /// The whole question in English. It names the program, and contains the reason as a quotation.
  public let text: String

  /// The reason that the call gave, on one line; nil if it gave none.
  public let reason: String?

  /// The problem with the last answer; nil for the first question.
  public let problem: String?

  /// The title that the call wants for the cancel button; nil for the default.
  public let cancelTitle: String?

  /// The title that the call wants for the fallback button; nil for the default.
  public let fallbackTitle: String?

  package init(_ question: PromptQuestion) {
    kind =
      switch question.kind {
      case .passcode: .passcode
      case .applicationPassword: .applicationPassword
      case .newApplicationPassword, .repeatedApplicationPassword: .newApplicationPassword
      case .confirmation: .confirmation
      }
    text = question.text
    reason = question.reason
    problem = question.problem
    cancelTitle = question.titles.cancel
    fallbackTitle = question.titles.fallback
  }
}

/// A person's answer to a question (`KeychainPrompts`).
public enum KeychainAnswer: Sendable {
  /// The typed text.
  case secret(KeychainPasscode)
  /// Yes, to a question of the kind `confirmation`.
  case confirmed
  /// The person accepted the prompt without typing anything. The question is asked again.
  case nothing
  /// The person dismissed the prompt. The call fails with -128 (`errSecUserCanceled`) or `LAError.userCancel`.
  case cancelled
  /// The person chose another way. The call fails with -25293 (`errSecAuthFailed`) or `LAError.userFallback`.
  case fallback
  /// No person can be asked now. The call fails with -25308 (`errSecInteractionNotAllowed`) or
  /// `LAError.notInteractive`.
  case unavailable
}

extension KeychainAnswer {
  /// - Throws: The failure that the answer represents; `.failed` if the answer does not fit the question.
  func passcode(
    for kind: PromptQuestion.Kind
  ) throws(AuthenticationFailure) -> Passcode? {
    switch (self, kind) {
    case (.cancelled, _): throw AuthenticationFailure(.cancelled)
    case (.fallback, _): throw AuthenticationFailure(.fallback)
    case (.unavailable, _): throw AuthenticationFailure(.notInteractive)
    case (.confirmed, .confirmation): return nil
    case (.secret, .confirmation), (.nothing, .confirmation), (.confirmed, _):
      throw AuthenticationFailure(.failed, "the program's prompt answered another question")
    case (.secret(let secret), _): return secret.passcode
    case (.nothing, _): return nil
    }
  }
}

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
