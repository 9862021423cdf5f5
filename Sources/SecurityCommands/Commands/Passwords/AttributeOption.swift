import KeychainModel

/// An option of the password commands that gives an attribute.
struct AttributeOption: Sendable {
  let letter: String
  let name: AttributeName
  let form: Form

  /// The attribute in a line of help.
  let meaning: String

  /// How the word behind the option becomes a value.
  enum Form: Sendable {
    /// A string, or bytes when the word is none.
    case text
    /// Bytes.
    case bytes
    /// Four characters, stored as the number that they spell.
    case codeNumber
    /// Four characters, stored as they are.
    case code
    /// A decimal number of 16 bits.
    case port
  }

  init(_ letter: String, _ name: AttributeName, _ form: Form, _ meaning: String) {
    self.letter = letter
    self.name = name
    self.form = form
    self.meaning = meaning
  }

  /// The value that a word gives.
  ///
  /// - Throws: A failure when the word does not have the form.
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
      let complaint = "-\(letter): \"\(word.text)\" must be exactly four characters"
      let hint = bytes.count == 3 ? ", perhaps \"\(word.text) \" with a blank" : ""
      throw .failed(complaint + hint)
    }
    return FourCharacterCode(rawValue: bytes.reduce(0) { $0 << 8 | UInt32($1) })
  }
}
