/// A command of the tool.
struct Command: Sendable {
  let name: String

  /// The description of the command in one line of the help.
  let summary: String

  /// The options and operands, which the usage prints after the name of the command.
  let synopsis: String

  /// The lines of the usage that explain the options.
  let details: [String]

  let action: Action

  /// Whether the list of commands in the help contains the command.
  let isListed: Bool

  /// Whether Latchkey supports the command.
  let isAvailable: Bool

  enum Action: Sendable {
    /// Reads the options with a syntax, and runs the command.
    case run(OptionSyntax, @Sendable (Arguments, CommandSession) throws(CommandFailure) -> Void)
    /// Fails with a reason.
    case refuse(because: String)
  }

  init(
    _ name: String, _ summary: String, synopsis: String = "", details: [String] = [],
    options: OptionSyntax, isAvailable: Bool = true, isListed: Bool = true,
    run: @escaping @Sendable (Arguments, CommandSession) throws(CommandFailure) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.synopsis = synopsis
    self.details = details
    action = .run(options, run)
    self.isListed = isListed
    self.isAvailable = isAvailable
  }

  /// Makes a command of macOS that Latchkey does not support.
  ///
  /// - Parameters:
  ///   - synopsis: The options and operands of the command on macOS.
  ///   - onMacOS: The effect of the command on macOS. The text completes a sentence that begins with "On macOS it".
  init(
    _ name: String, _ summary: String, synopsis: String = "", onMacOS: String,
    missing reason: UnsupportedReason, isListed: Bool = true
  ) {
    self.name = name
    self.summary = summary
    self.synopsis = synopsis
    details = ["On macOS it \(onMacOS).", "Not available here: \(reason.rawValue)."]
    action = .refuse(because: reason.rawValue)
    self.isListed = isListed
    isAvailable = false
  }

  /// The syntax of the options; nil if Latchkey does not support the command.
  var options: OptionSyntax? {
    if case .run(let options, _) = action { options } else { nil }
  }

  /// The usage of the command: the synopsis, the lines about the options, and the summary.
  var usage: String {
    let first = synopsis.isEmpty ? "Usage: \(name)" : "Usage: \(name) \(synopsis)"
    return ([first] + details.map { "    \($0)" } + ["        \(summary)"])
      .joined(separator: "\n")
  }
}

/// The reason for which a command of macOS is not supported. The raw value completes a sentence that begins with the
/// name of the command.
enum UnsupportedReason: String, Sendable {
  case oneKeychain =
    "the tool uses one keychain here, which cannot be made, removed or set"
  case locking = "nothing can be locked: the keychain has no password"
  case tokens = "tokens and smart cards are not available"
  case messages = "CMS messages are not available"
  case macOS = "this part of macOS has no counterpart on Linux"
}

extension CommandFailure {
  /// Makes the failure of a command whose arguments are correct, but which asks for something that Latchkey does not
  /// support.
  static func refused(_ command: String, _ reason: UnsupportedReason) -> CommandFailure {
    .failed("\(command): \(reason.rawValue).")
  }
}
