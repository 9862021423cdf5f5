/// The kind of an option's value, for shell completion.
package enum OptionValue: Sendable, Equatable {
  /// One of these words.
  case words([String])
  /// The path of a file.
  case file
  /// Anything else.
  case text

  /// The names of the keychain.
  static let keychain = OptionValue.words(["login.keychain"])
}
