/// What may stand behind an option, for completions.
package enum OptionValue: Sendable, Equatable {
  /// One of these words.
  case words([String])
  /// The path of a file.
  case file
  /// Anything else.
  case text

  /// The names of the one keychain.
  static let keychain = OptionValue.words(["login.keychain"])
}
