/// The options of the tool, which precede the name of the command.
struct GlobalOptions: Sendable {
  var wantsHelp = false
  var wantsVersion = false
  var isInteractive = false
  var isQuiet = false
  var isVerbose = false
  /// Whether the tool first asks for the password of the keychain, and then uses the items of every program.
  var actsForPerson = false

  /// The prompt of interactive mode.
  var prompt: Word = "security> "

  /// The name of the command and its arguments.
  let words: [Word]

  static let syntax = OptionSyntax("hilp:Pqv", flags: ["help", "version"])

  /// - Throws: A failure with the usage status for an unknown option. A failure for `-l`, because the tool does not
  ///   support this option.
  init(_ words: [Word]) throws(CommandFailure) {
    var scanner = OptionScanner(words, syntax: Self.syntax)
    while let option = try scanner.next() {
      switch option.name {
      case "h", "help": wantsHelp = true
      case "version": wantsVersion = true
      case "i": isInteractive = true
      case "p":
        isInteractive = true
        prompt = option.value ?? prompt
      case "P": actsForPerson = true
      case "q": isQuiet = true
      case "v": isVerbose = true
      default: throw .failed("-l: leaks(1) is a program of macOS.")
      }
    }
    self.words = scanner.operands
  }
}
