/// The options of a command, in the notation of getopt(3).
struct OptionSyntax: Sendable {
  let takesValue: [String: Bool]

  /// Whether options may follow operands. Not so on macOS: only for commands that it does not have.
  let mayFollowOperands: Bool

  /// Whether words that begin with a dash are options at all.
  let readsOptions: Bool

  /// The options whose values are secrets: an echo of the command hides them.
  let secrets: Set<String>

  /// What the values of options are, where more is known than that they are text.
  let values: [String: OptionValue]

  /// The options whose value may be missing when they are the last word.
  let mayLackValue: Set<String>

  /// The options whose value may also be missing before another option, and then is.
  let yieldingToOptions: Set<String>

  /// - Parameters:
  ///   - letters: The option letters, `:` behind each that takes a value.
  ///   - long: The options of several letters that take a value, without `--`.
  ///   - flags: The options of several letters that take none.
  ///   - values: What completions offer behind an option.
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

  /// Every word is an operand: for commands that take negative numbers.
  static let none = OptionSyntax()

  /// Whether an option takes a value; nil when the command has no such option.
  func takesValue(_ name: String) -> Bool? { takesValue[name] }

  /// Whether a word is exactly an option of the command.
  func hasOption(_ word: Word) -> Bool {
    let text = word.text
    return takesValue.keys.contains { name in
      text == (name.utf8.count == 1 ? "-\(name)" : "--\(name)")
    }
  }
}
