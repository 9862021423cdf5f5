/// One entry of the command table.
struct Command: Sendable {
  let name: String

  /// One line of help.
  let summary: String

  /// What follows the name in the usage: the options and operands on one line.
  let synopsis: String

  /// Lines of the usage that explain the options.
  let details: [String]

  let action: Action

  /// Whether the list of commands shows it.
  let isListed: Bool

  /// Whether the command can succeed at all.
  let isAvailable: Bool

  enum Action: Sendable {
    /// Reads options by a syntax and does something.
    case run(OptionSyntax, @Sendable (Arguments, Session) throws(CommandFailure) -> Void)
    /// Says why the command does nothing here.
    case refuse(because: String)
  }

  init(
    _ name: String, _ summary: String, synopsis: String = "", details: [String] = [],
    options: OptionSyntax, isAvailable: Bool = true, isListed: Bool = true,
    run: @escaping @Sendable (Arguments, Session) throws(CommandFailure) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.synopsis = synopsis
    self.details = details
    action = .run(options, run)
    self.isListed = isListed
    self.isAvailable = isAvailable
  }

  /// A command that macOS has and this tool has not.
  ///
  /// - Parameters:
  ///   - synopsis: The options and operands on macOS.
  ///   - onMacOS: What it does there: completes a sentence that begins with "On macOS it".
  init(
    _ name: String, _ summary: String, synopsis: String = "", onMacOS: String,
    missing reason: MissingReason, isListed: Bool = true
  ) {
    self.name = name
    self.summary = summary
    self.synopsis = synopsis
    details = ["On macOS it \(onMacOS).", "Not available here: \(reason.rawValue)."]
    action = .refuse(because: reason.rawValue)
    self.isListed = isListed
    isAvailable = false
  }

  /// The syntax of the options; nil when the command is not built.
  var options: OptionSyntax? {
    if case .run(let options, _) = action { options } else { nil }
  }

  /// The usage: the synopsis, the options, and the line of help.
  var usage: String {
    let first = synopsis.isEmpty ? "Usage: \(name)" : "Usage: \(name) \(synopsis)"
    return ([first] + details.map { "    \($0)" } + ["        \(summary)"])
      .joined(separator: "\n")
  }
}
