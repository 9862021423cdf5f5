import Keychain
import KeychainModel

extension PasswordKind {
  /// The long option that names an access group. macOS does not have this option.
  static let accessGroupOption = "access-group"

  /// The letters of the options that set attributes, in the notation of getopt(3).
  var letters: String { options.map { $0.letter + ":" }.joined() }

  /// The values that shell completion offers for the options of an internet password.
  var values: [String: OptionValue] {
    guard options.contains(where: { $0.name == .protocolName }) else { return [:] }
    return [
      "r": .words([
        "htps", "http", "imps", "imap", "pops", "pop3", "smtp", "ssh", "ftps", "smb", "ldap",
      ]),
      "t": .words(["dflt", "form", "http", "httd", "ntlm", "dpaa", "rpaa", "msna"]),
    ]
  }

  /// The lines in the help about the options that set attributes.
  var details: [String] {
    options.map { "-\($0.letter)  \($0.meaning)" } + ["--\(Self.accessGroupOption)  access group"]
  }

  /// Returns the attributes that the options set.
  ///
  /// - Throws: A failure if a word has the wrong form for its attribute.
  func attributes(in arguments: Arguments) throws(CommandFailure) -> AttributeSet {
    var attributes = AttributeSet()
    for given in arguments.options {
      guard let option = options.first(where: { $0.letter == given.name }),
        let word = given.value
      else { continue }
      attributes[option.name] = try option.value(of: word)
    }
    return attributes
  }

  /// Checks that the operands name the keychain. If an operand does not look like the name of a keychain, the failure
  /// suggests an option that searches for the operand.
  ///
  /// - Throws: A failure with the status of a missing keychain.
  func checkKeychains(
    _ arguments: Arguments, _ attributes: AttributeSet, in session: CommandSession
  ) throws(CommandFailure) {
    do throws(CommandFailure) {
      try session.checkKeychains(arguments.operands)
    } catch {
      guard attributes[place] == nil, let hint = arguments.operands.first.flatMap(self.hint) else {
        throw error
      }
      throw CommandFailure(status: error.status, error.lines + [hint])
    }
  }

  /// Returns a hint for an operand that the user may have meant as a service or server; nil if the operand looks like
  /// the name of a keychain.
  func hint(_ operand: Word) -> String? {
    guard !operand.looksLikeKeychain, let option = options.first(where: { $0.name == place })
    else { return nil }
    return
      "if \"\(operand.text)\" is the \(option.meaning), write: -\(option.letter) \(operand.text)"
  }

  /// Makes a query for items with the given attributes, both synchronizable and local items. If the options name no
  /// access group, the query covers all groups.
  func query(_ attributes: AttributeSet, _ arguments: Arguments) throws(CommandFailure) -> ItemQuery {
    var attributes = attributes
    attributes[.accessGroup] = try accessGroup(in: arguments)
    return ItemQuery(itemClass, attributes: attributes, isSynchronizable: nil)
  }

  /// Returns the attributes with a label. If the attributes contain no label, the label is the service or the server.
  func labelled(_ attributes: AttributeSet) -> AttributeSet {
    var attributes = attributes
    attributes[.label] = attributes[.label] ?? attributes[place]
    return attributes
  }

  /// Returns the access group that the options name; nil if the options name no access group.
  ///
  /// - Throws: A failure with the usage status if the name is empty or is not UTF-8.
  func accessGroup(in arguments: Arguments) throws(CommandFailure) -> AttributeValue? {
    guard let word = arguments.value(Self.accessGroupOption) else { return nil }
    guard !word.bytes.isEmpty, let name = word.attributeValue.text else {
      throw .usage("an access group has a name of UTF-8 text")
    }
    return .string(name)
  }
}

extension Word {
  /// Whether the word looks like a path, or like the name of a keychain.
  fileprivate var looksLikeKeychain: Bool {
    let suffixes = [".keychain", ".keychain-db", ".db"]
    return bytes.contains(UInt8(ascii: "/"))
      || suffixes.contains { bytes.suffix($0.utf8.count).elementsEqual($0.utf8) }
  }
}
