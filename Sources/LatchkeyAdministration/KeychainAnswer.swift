import KeychainCrypto
import KeychainPrompt

/// What a person answered (`KeychainPrompts`).
public enum KeychainAnswer: Sendable {
  /// What was typed.
  case secret(KeychainPasscode)
  /// Yes, to a question for a confirmation.
  case confirmed
  /// The question was accepted with nothing typed: it is put again.
  case nothing
  /// The person dismissed the question: -128 (`errSecUserCanceled`), `LAError.userCancel`.
  case cancelled
  /// The person asked for another way: -25293 (`errSecAuthFailed`), `LAError.userFallback`.
  case fallback
  /// Nobody can be asked now: -25308 (`errSecInteractionNotAllowed`), `LAError.notInteractive`.
  case unavailable
}

extension KeychainAnswer {
  /// - Throws: What the answer refuses, and `.failed` when it does not belong to the question.
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
