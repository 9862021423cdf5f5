/// The options and operands that a command was given.
struct Arguments: Sendable {
  let options: [ParsedOption]
  let operands: [Word]

  /// - Throws: A failure with the usage status for words that do not fit the syntax.
  init(_ words: [Word], syntax: OptionSyntax) throws(CommandFailure) {
    var scanner = OptionScanner(words, syntax: syntax)
    var options: [ParsedOption] = []
    while let option = try scanner.next() { options.append(option) }
    var operands: [Word] = []
    while syntax.mayFollowOperands, !scanner.isEnded, let operand = scanner.operands.first {
      operands.append(operand)
      scanner = OptionScanner(Array(scanner.operands.dropFirst()), syntax: syntax)
      while let option = try scanner.next() { options.append(option) }
    }
    self.options = options
    self.operands = operands + scanner.operands
  }

  /// Whether an option was given.
  func has(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// The value of an option; the last one when it was given several times.
  func value(_ name: String) -> Word? { options.last { $0.name == name }?.value }

  /// The values of an option that may be given several times.
  func values(_ name: String) -> [Word] {
    options.filter { $0.name == name }.compactMap(\.value)
  }
}
