package import KeychainPrompt

/// What a person is asked, for a program that has a prompt of its own (`KeychainPrompts`).
public struct KeychainQuestion: Sendable {
  /// The kinds of question.
  public enum Kind: Sendable {
    /// The passcode of the keychain. What is typed must be hidden.
    case passcode
    /// The password that the program's items are guarded by. What is typed must be hidden.
    case applicationPassword
    /// A password that is to guard items from now on, asked for twice in a row: both answers must be the
    /// same. What is typed must be hidden.
    case newApplicationPassword
    /// Yes or no.
    case confirmation
  }

  /// What is asked for.
  public let kind: Kind

  /// The whole question in English: who asks, and the reason as a quotation.
  public let text: String

  /// What the call said that it needs it for; one line, nil when it said nothing.
  public let reason: String?

  /// What was wrong with the last answer; nil for the first question.
  public let problem: String?

  /// The title that the call would have on the button that dismisses; nil for the usual one.
  public let cancelTitle: String?

  /// The title that the call would have on a button for another way; nil for the usual one.
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
