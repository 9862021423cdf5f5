/// The options and operands of a command.
struct Arguments: Sendable {
  let options: [ParsedOption]
  let operands: [Word]

  /// - Throws: A failure with the usage status if the words do not fit the syntax.
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

  /// Returns the value of an option. If the option is repeated, the last value applies.
  func value(_ name: String) -> Word? { options.last { $0.name == name }?.value }

  /// Returns the values of a repeatable option.
  func values(_ name: String) -> [Word] {
    options.filter { $0.name == name }.compactMap(\.value)
  }
}
