import KeychainCrypto
package import KeychainPrompt

/// A question to the user. A program that shows its own prompts receives the question from `KeychainPrompts`.
public struct KeychainQuestion: Sendable {
  /// The kinds of question.
  public enum Kind: Sendable {
    /// The user must type the passcode of the keychain. The prompt must hide the typed text.
    case passcode
    /// The user must type the application password of the program's items. The prompt must hide the typed text.
    case applicationPassword
    /// The user must type a new application password. This question comes twice in a row, and both answers must be
    /// equal. The prompt must hide the typed text.
    case newApplicationPassword
    /// The user must answer yes or no.
    case confirmation
  }

  /// The kind of question.
  public let kind: Kind

  /// The whole question in English. The text names the program, and contains the reason as a quotation.
  public let text: String

  /// The reason that the program gave, on one line. Nil if the program gave no reason.
  public let reason: String?

  /// The problem with the previous answer. Nil for the first question.
  public let problem: String?

  /// The title that the program chose for the cancel button. Nil for the default title.
  public let cancelTitle: String?

  /// The title that the program chose for the fallback button. Nil for the default title.
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

/// The user's answer to a question of `KeychainPrompts`.
public enum KeychainAnswer: Sendable {
  /// The user typed this text.
  case secret(KeychainPasscode)
  /// The user answered yes to a question of the kind `confirmation`.
  case confirmed
  /// The user accepted the prompt without typing anything. The library asks the question again.
  case nothing
  /// The user dismissed the prompt. The call fails with -128 (`errSecUserCanceled`) or `LAError.userCancel`.
  case cancelled
  /// The user chose the fallback button. The call fails with -25293 (`errSecAuthFailed`) or `LAError.userFallback`.
  case fallback
  /// The program cannot ask the user now. The call fails with -25308 (`errSecInteractionNotAllowed`) or
  /// `LAError.notInteractive`.
  case unavailable
}

extension KeychainAnswer {
  /// Returns the passcode or password in the answer. Nil for a confirmation, and for an answer without text.
  ///
  /// - Throws: The failure that the answer represents, for example a dismissed prompt; `.failed` if the answer does not
  ///   match the kind of question.
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

/// Determines how this process asks the user for the proofs that the access control of an item requires.
///
/// By default, a pinentry program shows the prompts. A pinentry is a small dialog program from GnuPG. The environment
/// variable `LATCHKEY_PINENTRY` names the program. If the variable is not set, the program is `/usr/bin/pinentry`.
public enum KeychainPrompts {
  /// Sets a closure that shows the prompts instead of the pinentry program.
  ///
  ///     KeychainPrompts.ask { question in
  ///       guard let text = myWindow.ask(question.text) else { return .cancelled }
  ///       return (try? KeychainPasscode(text)).map(KeychainAnswer.secret) ?? .nothing
  ///     }
  ///
  /// - Parameter prompt: A closure that asks the user and returns the answer. Nil restores the pinentry program. The
  ///   closure runs on the thread of the call that needs the answer, or on a thread of the library. The closure must
  ///   not use the `LAContext` of this call. If this `LAContext` is invalidated during the prompt, the library ignores
  ///   the answer.
  public static func ask(with prompt: (@Sendable (KeychainQuestion) -> KeychainAnswer)?) {
    guard let prompt else { return StandardPrompter.use(nil) }
    StandardPrompter.use { (question) throws(AuthenticationFailure) in
      try prompt(KeychainQuestion(question)).passcode(for: question.kind)
    }
  }
}
