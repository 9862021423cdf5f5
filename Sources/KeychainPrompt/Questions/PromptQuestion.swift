import KeychainModel

import Glibc

/// A question to the user.
package struct PromptQuestion: Sendable {
  package enum Kind: Sendable {
    /// The passcode of the keychain. The input is hidden.
    case passcode
    /// The password that protects the program's items. The input is hidden.
    case applicationPassword
    /// A new password that will protect items. The input is hidden. A mistyped password cannot be detected later.
    case newApplicationPassword
    /// The repetition of a new password. The input is hidden.
    case repeatedApplicationPassword
    /// A confirmation: yes or no.
    case confirmation
  }

  package let kind: Kind

  /// The path of the program that wants the answer, prepared with `PromptSafeText`. Dots replace the middle of a long
  /// path. Empty for a question of the service.
  package let program: String

  /// The text of the question. Latchkey writes the first paragraph, which names the program. The second paragraph quotes
  /// the reason of the program, if the program gives a reason.
  package let text: String

  /// The reason that the program gives, prepared with `PromptSafeText`; nil for no reason.
  package let reason: String?

  /// The problem with the last answer; nil for the first question.
  package let problem: String?

  /// The program's texts for the buttons.
  package let titles: PromptTitles

  package init(
    _ kind: Kind, program: String = CurrentProgram.path, reason: String? = nil,
    problem: String? = nil, titles: PromptTitles = PromptTitles()
  ) {
    self.kind = kind
    let program = PromptSafeText.path(program, byteLimit: Self.programLimit)
    let line = reason.map { PromptSafeText.line($0, byteLimit: Self.reasonLimit) } ?? ""
    let reason = line.isEmpty ? nil : line
    self.program = program
    self.reason = reason
    self.problem = problem
    self.titles = titles
    text = Self.text(kind, program, reason)
  }

  /// A question of the service, which an agent asks. The service wrote the text.
  package init(_ kind: Kind, textOfService text: String, problem: String?) {
    self.kind = kind
    self.text = text
    self.problem = problem
    program = ""
    reason = nil
    titles = PromptTitles()
  }

  /// The label of the input field.
  package var label: String {
    switch kind {
    case .passcode: "Passcode:"
    case .applicationPassword: "Password:"
    case .newApplicationPassword: "New password:"
    case .repeatedApplicationPassword: "Once more:"
    case .confirmation: ""
    }
  }

  // The maximum sizes of the program's path and of the reason, in bytes. The path fits into a line of the pinentry
  // protocol, even if every byte is escaped to three bytes.
  private static let programLimit = 160
  private static let reasonLimit = 400

  private static func text(_ kind: Kind, _ program: String, _ reason: String?) -> String {
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

/// A program's texts for the buttons of a prompt. A button without a text has its default text.
package struct PromptTitles: Sendable {
  package let cancel: String?
  /// The text of the button for another method of authentication. A pinentry does not have this button.
  package let fallback: String?

  package init(cancel: String? = nil, fallback: String? = nil) {
    self.cancel = Self.line(cancel)
    self.fallback = Self.line(fallback)
  }

  private static func line(_ title: String?) -> String? {
    guard let title, !title.isEmpty else { return nil }
    let line = PromptSafeText.line(title, byteLimit: 60)
    return line.isEmpty ? nil : line
  }
}

/// The program that this process runs.
package enum CurrentProgram {
  /// The path of the executable file of this process. For a script, this is the path of the interpreter.
  package static var path: String {
    let limit = 4096
    var buffer = [CChar](repeating: 0, count: limit)
    let count = readlink("/proc/self/exe", &buffer, limit)
    guard count > 0 else { return "(unknown)" }
    return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
