/// The options of a command. The letters use the notation of getopt(3).
struct OptionSyntax: Sendable {
  let takesValue: [String: Bool]

  /// Whether options may follow operands. On macOS, the options precede the operands, except in `import`, whose options
  /// follow the file. So the property is true only for `import` and for commands that macOS does not have.
  let mayFollowOperands: Bool

  /// Whether a word that begins with a hyphen is an option. If false, every word is an operand.
  let readsOptions: Bool

  /// The options whose values are secrets. When the option `-v` prints a command, these values are hidden.
  let secrets: Set<String>

  /// The kind of value that an option takes. The key is the option. An option that takes any text has no entry.
  let values: [String: OptionValue]

  /// The options whose value may be missing if the option is the last word.
  let mayLackValue: Set<String>

  /// The options whose value may be missing before another option. If the next word begins with a hyphen, the scanner
  /// does not read this word as the value.
  let yieldingToOptions: Set<String>

  /// - Parameters:
  ///   - letters: The option letters. A `:` follows each letter that takes a value.
  ///   - long: The long option names that take a value, without `--`.
  ///   - flags: The long option names that take no value.
  ///   - values: The values that shell completion offers after an option.
  init(
    _ letters: String, long: [String] = [], flags: [String] = [],
    values: [String: OptionValue] = [:], secrets: Set<String> = [], mayLackValue: Set<String> = [],
    yieldingToOptions: Set<String> = [],
    mayFollowOperands: Bool = false
  ) {
    var takesValue: [String: Bool] = [:]
    var last = ""
    for letter in letters {
      if letter == ":" {
        takesValue[last] = true
      } else {
        last = String(letter)
        takesValue[last] = false
      }
    }
    for name in long { takesValue[name] = true }
    for name in flags { takesValue[name] = false }
    self.takesValue = takesValue
    readsOptions = true
    self.secrets = secrets
    self.values = values
    self.mayLackValue = mayLackValue
    self.yieldingToOptions = yieldingToOptions
    self.mayFollowOperands = mayFollowOperands
  }

  private init() {
    takesValue = [:]
    readsOptions = false
    secrets = []
    values = [:]
    mayLackValue = []
    yieldingToOptions = []
    mayFollowOperands = false
  }

  /// A syntax without options: every word is an operand. Commands that accept negative numbers use this syntax.
  static let none = OptionSyntax()

  /// Returns whether an option takes a value; nil if the command has no such option.
  func takesValue(_ name: String) -> Bool? { takesValue[name] }

  /// Returns whether a word equals an option of the command.
  func hasOption(_ word: Word) -> Bool {
    let text = word.text
    return takesValue.keys.contains { name in
      text == (name.utf8.count == 1 ? "-\(name)" : "--\(name)")
    }
  }
}

/// The kind of an option's value, for shell completion.
package enum OptionValue: Sendable, Equatable {
  /// A word of a list.
  case words([String])
  /// The path of a file.
  case file
  /// Any other text.
  case text

  /// The name of the keychain.
  static let keychain = OptionValue.words(["login.keychain"])
}
