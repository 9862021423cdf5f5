import KeychainModel

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

  /// Returns the value of an option. If the option was given several times, returns its last value.
  func value(_ name: String) -> Word? { options.last { $0.name == name }?.value }

  /// Returns all values of an option that may be given several times.
  func values(_ name: String) -> [Word] {
    options.filter { $0.name == name }.compactMap(\.value)
  }
}

/// An option in a command line.
struct ParsedOption: Sendable {
  /// The name of the option: the letter without `-`, or the long name without `--`.
  let name: String

  /// The value of the option. Nil if the option takes no value, or if an optional value is missing.
  let value: Word?

  /// The position of the value: the index of the word that contains the value, and the offset of the value within this
  /// word in bytes.
  let valuePlace: Place?

  /// The name of the option with its hyphens.
  var word: String { name.utf8.count == 1 ? "-\(name)" : "--\(name)" }

  struct Place: Sendable {
    let word: Int
    let offset: Int
  }

  /// Whether the scanner took the next word as the value, although that word equals an option of the command. If true,
  /// the user may have omitted the value.
  let hasValueLikeOption: Bool

  init(
    _ name: String, value: Word? = nil, at valuePlace: Place? = nil, isLikeOption: Bool = false
  ) {
    self.name = name
    hasValueLikeOption = isLikeOption
    self.value = value
    self.valuePlace = valuePlace
  }
}

/// A word of a command line. A word is a sequence of bytes, because neither the kernel nor the keychain requires UTF-8.
struct Word: Hashable, Sendable {
  let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// The word as text for a message. A replacement character replaces invalid UTF-8.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The word as an attribute value: a string if the word is UTF-8, otherwise data.
  var attributeValue: AttributeValue {
    String(validating: bytes, as: UTF8.self).map { .string($0) } ?? .data(bytes)
  }
}

extension Word: ExpressibleByStringLiteral {
  init(stringLiteral literal: String) { self.init(literal.utf8) }
}
