/// What a person is asked.
package struct PromptQuestion: Sendable {
  package enum Kind: Sendable {
    /// The passcode of the keychain, hidden.
    case passcode
    /// The password that the program's items are guarded by, hidden.
    case applicationPassword
    /// A password that is to guard items from now on, hidden; nobody could tell that it was mistyped.
    case newApplicationPassword
    /// The new password once more, hidden.
    case repeatedApplicationPassword
    /// Yes or no.
    case confirmation
  }

  package let kind: Kind

  /// The program that asks: the path of its file, without what could be taken for other text. A long one is cut
  /// in the middle.
  package let program: String

  /// What the program says that it needs it for, in the same form; nil when it says nothing.
  package let reason: String?

  /// What was wrong with the last answer; nil for the first question.
  package let problem: String?

  /// What the program would have on the buttons.
  package let titles: PromptTitles

  package init(
    _ kind: Kind, program: String = AskingProgram.path, reason: String? = nil,
    problem: String? = nil, titles: PromptTitles = PromptTitles()
  ) {
    self.kind = kind
    self.program = PlainText.path(program, byteLimit: Self.programLimit)
    let reason = reason.map { PlainText.line($0, byteLimit: Self.reasonLimit) } ?? ""
    self.reason = reason.isEmpty ? nil : reason
    self.problem = problem
    self.titles = titles
  }

  /// What stands before the field that is typed into.
  package var label: String {
    switch kind {
    case .passcode: "Passcode:"
    case .applicationPassword: "Password:"
    case .newApplicationPassword: "New password:"
    case .repeatedApplicationPassword: "Once more:"
    case .confirmation: ""
    }
  }

  // The program always fits into a line of the pinentry protocol, with every byte escaped to three.
  private static let programLimit = 160
  private static let reasonLimit = 400

  /// The question as a text of two paragraphs. The first is ours and names the program; the second
  /// quotes what the program says.
  package var text: String {
    let first =
      switch kind {
      case .passcode: "The program \"\(program)\" asks for the passcode of the keychain."
      case .applicationPassword: "The program \"\(program)\" asks for the password of its items."
      case .newApplicationPassword:
        "The program \"\(program)\" asks for a password that is to guard its items."
      case .repeatedApplicationPassword:
        "The program \"\(program)\" asks for the new password of its items once more."
      case .confirmation: "The program \"\(program)\" asks to use the keychain."
      }
    guard let reason else { return first }
    return "\(first)\n\nIt says: \"\(reason)\""
  }
}
