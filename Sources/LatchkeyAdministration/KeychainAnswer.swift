import KeychainCrypto
import KeychainPrompt

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
