import KeychainModel

/// An option of the password commands that sets an attribute.
struct AttributeOption: Sendable {
  let letter: String
  let name: AttributeName
  let form: Form

  /// The description of the attribute in the help.
  let meaning: String

  /// The conversion from the word after the option to a value.
  enum Form: Sendable {
    /// The value is a string, or data if the word is not UTF-8.
    case text
    /// The value is data.
    case bytes
    /// The word is four characters, and the value is a number.
    case codeNumber
    /// The word is four characters, and the value is a string of these characters.
    case code
    /// The value is a decimal number of at most 16 bits.
    case port
  }

  init(_ letter: String, _ name: AttributeName, _ form: Form, _ meaning: String) {
    self.letter = letter
    self.name = name
    self.form = form
    self.meaning = meaning
  }

  /// Converts a word to a value.
  ///
  /// - Throws: A failure if the word has the wrong form.
  func value(of word: Word) throws(CommandFailure) -> AttributeValue {
    switch form {
    case .text: return word.attributeValue
    case .bytes: return .data(word.bytes)
    case .codeNumber: return .number(Int64(try code(word).rawValue))
    case .code:
      let code = try code(word)
      return word.attributeValue.text.map { .string($0) } ?? .number(Int64(code.rawValue))
    case .port:
      guard let port = UInt16(word.text) else {
        throw .usage("-\(letter): \"\(word.text)\" is not a port number")
      }
      return .number(Int64(port))
    }
  }

  private func code(_ word: Word) throws(CommandFailure) -> FourCharacterCode {
    let bytes = word.bytes
    guard bytes.count == 4 else {
      let errorMessage = "-\(letter): \"\(word.text)\" must be exactly four characters"
      let hint = bytes.count == 3 ? ", perhaps \"\(word.text) \" with a blank" : ""
      throw .failed(errorMessage + hint)
    }
    return FourCharacterCode(rawValue: bytes.reduce(0) { $0 << 8 | UInt32($1) })
  }
}
