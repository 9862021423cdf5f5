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
