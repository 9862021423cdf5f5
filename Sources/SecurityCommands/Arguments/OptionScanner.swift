/// Reads options one after another, like getopt(3) of the BSDs. One word may contain several option letters. The value
/// of an option follows the letter in the same word, or is the next word. The options end at the first operand.
struct OptionScanner {
  private let words: [Word]
  private let syntax: OptionSyntax

  /// The index of the first word that the scanner has not read completely.
  private(set) var position = 0

  /// Whether the scanner has read the word `--`. Only operands follow this word.
  private(set) var isEnded = false

  /// The offset of the next letter in the current word; nil between words.
  private var offset: Int?

  init(_ words: [Word], syntax: OptionSyntax) {
    self.words = words
    self.syntax = syntax
  }

  /// The words after the options. The property is valid after `next` has returned nil.
  var operands: [Word] { Array(words.dropFirst(position)) }

  /// Returns the next option; nil after the last option.
  ///
  /// - Throws: A failure with the usage status for an unknown option or a missing value.
  mutating func next() throws(CommandFailure) -> ParsedOption? {
    if let offset { return try nextLetter(at: offset) }
    guard syntax.readsOptions, position < words.count else { return nil }
    let word = words[position].bytes
    guard word.count > 1, word[0] == dash else { return nil }
    if word == [dash, dash] {
      position += 1
      isEnded = true
      return nil
    }
    return word[1] == dash ? try longOption(word) : try nextLetter(at: 1)
  }

  private mutating func nextLetter(at place: Int) throws(CommandFailure) -> ParsedOption {
    let word = words[position].bytes
    let name = String(Character(Unicode.Scalar(word[place])))
    let rest = place + 1
    guard let takesValue = syntax.takesValue(name) else {
      throw .usage("illegal option -- \(name)")
    }
    if rest < word.count, !takesValue {
      offset = rest
      return ParsedOption(name)
    }
    offset = nil
    position += 1
    guard takesValue else { return ParsedOption(name) }
    if rest < word.count {
      return ParsedOption(
        name, value: Word(word[rest...]), at: .init(word: position - 1, offset: rest))
    }
    return try valueInNextWord(of: name)
  }

  private mutating func longOption(_ word: [UInt8]) throws(CommandFailure) -> ParsedOption {
    let equals = word.firstIndex(of: UInt8(ascii: "="))
    let name = Word(word[2..<(equals ?? word.count)]).text
    guard name.utf8.count > 1, let takesValue = syntax.takesValue(name) else {
      throw .usage("illegal option -- -\(name)")
    }
    position += 1
    guard takesValue else {
      guard equals == nil else { throw .usage("option takes no argument -- \(name)") }
      return ParsedOption(name)
    }
    guard let equals else { return try valueInNextWord(of: name) }
    return ParsedOption(
      name, value: Word(word[(equals + 1)...]), at: .init(word: position - 1, offset: equals + 1))
  }

  private mutating func valueInNextWord(
    of name: String
  ) throws(CommandFailure) -> ParsedOption {
    guard position < words.count else {
      if syntax.mayLackValue.contains(name) { return ParsedOption(name) }
      throw .usage("option requires an argument -- \(name)")
    }
    if syntax.yieldingToOptions.contains(name), words[position].bytes.first == dash {
      return ParsedOption(name)
    }
    defer { position += 1 }
    return ParsedOption(
      name, value: words[position], at: .init(word: position, offset: 0),
      isLikeOption: syntax.hasOption(words[position]))
  }
}

private let dash = UInt8(ascii: "-")
