import Keychain
import KeychainModel

extension PasswordKind {
  /// The long option that names an access group; macOS has none.
  static let accessGroupOption = "access-group"

  /// The attribute options in the notation of getopt(3).
  var letters: String { options.map { $0.letter + ":" }.joined() }

  /// What completions offer behind the options of an internet password.
  var values: [String: OptionValue] {
    guard options.contains(where: { $0.name == .protocolName }) else { return [:] }
    return [
      "r": .words([
        "htps", "http", "imps", "imap", "pops", "pop3", "smtp", "ssh", "ftps", "smb", "ldap",
      ]),
      "t": .words(["dflt", "form", "http", "httd", "ntlm", "dpaa", "rpaa", "msna"]),
    ]
  }

  /// The attribute options as lines of help.
  var details: [String] {
    options.map { "-\($0.letter)  \($0.meaning)" } + ["--\(Self.accessGroupOption)  access group"]
  }

  /// The attributes that options give.
  ///
  /// - Throws: A failure when a word does not have the form of its attribute.
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

  /// Checks that operands name the keychain. A word that looks like no keychain was perhaps meant to be looked
  /// for.
  ///
  /// - Throws: The status for a keychain that does not exist.
  func checkKeychains(
    _ arguments: Arguments, _ attributes: AttributeSet, in session: Session
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

  /// What is said of an operand that was perhaps meant to be looked for; nil for one that looks like a keychain.
  func hint(_ operand: Word) -> String? {
    guard !operand.looksLikeKeychain, let option = options.first(where: { $0.name == place })
    else { return nil }
    return
      "if \"\(operand.text)\" is the \(option.meaning), write: -\(option.letter) \(operand.text)"
  }

  /// A query for items with these attributes, synchronizable or not, in the access group that the
  /// options name or in any.
  func query(_ attributes: AttributeSet, _ arguments: Arguments) throws(CommandFailure) -> ItemQuery {
    var attributes = attributes
    attributes[.accessGroup] = try accessGroup(in: arguments)
    return ItemQuery(itemClass, attributes: attributes, isSynchronizable: nil)
  }

  /// A query for one item.
  func query(for item: Item) -> ItemQuery {
    ItemQuery(
      itemClass, isSynchronizable: nil, reference: .item(item.itemClass, item.identifier))
  }

  /// The attributes with a label: the one given, or what the password is for.
  func labelled(_ attributes: AttributeSet) -> AttributeSet {
    var attributes = attributes
    attributes[.label] = attributes[.label] ?? attributes[place]
    return attributes
  }

  /// The access group that the options name.
  ///
  /// - Throws: A failure with the usage status for a name that no group can have.
  func accessGroup(in arguments: Arguments) throws(CommandFailure) -> AttributeValue? {
    guard let word = arguments.value(Self.accessGroupOption) else { return nil }
    guard !word.bytes.isEmpty, let name = word.attributeValue.text else {
      throw .usage("an access group has a name of UTF-8 text")
    }
    return .string(name)
  }
}

extension Word {
  /// Whether the word has the form of a path, or of a keychain's name.
  fileprivate var looksLikeKeychain: Bool {
    let suffixes = [".keychain", ".keychain-db", ".db"]
    return bytes.contains(UInt8(ascii: "/"))
      || suffixes.contains { bytes.suffix($0.utf8.count).elementsEqual($0.utf8) }
  }
}
