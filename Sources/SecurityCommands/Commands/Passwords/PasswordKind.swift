import Keychain
import KeychainModel

/// What the commands for generic and for internet passwords differ in.
struct PasswordKind: Sendable {
  let itemClass: ItemClass

  /// What the names of the commands end in.
  let name: String

  /// The options that give attributes.
  let options: [AttributeOption]

  /// The attribute that names what the password is for: with the account, an add must give it, and
  /// an item without a label is labelled by it.
  let place: AttributeName

  /// A find that is given all of these looks at nothing else.
  let identifying: [AttributeName]

  /// What an add stores for attributes that are not given.
  let defaults: AttributeSet

  /// The option letters that give a password as it is.
  let passwordLetters: [String]

  static let generic = PasswordKind(
    itemClass: .genericPassword, name: "generic-password",
    options: [
      AttributeOption("a", .account, .text, "account"),
      AttributeOption("c", .creator, .codeNumber, "creator, four characters"),
      AttributeOption("C", .type, .codeNumber, "type, four characters"),
      AttributeOption("D", .description, .text, "kind"),
      AttributeOption("G", .generic, .bytes, "generic attribute"),
      AttributeOption("j", .comment, .text, "comment"),
      AttributeOption("l", .label, .text, "label"),
      AttributeOption("s", .service, .text, "service"),
    ],
    place: .service, identifying: [.account, .service], defaults: AttributeSet(),
    passwordLetters: ["p", "w"])

  static let internet = PasswordKind(
    itemClass: .internetPassword, name: "internet-password",
    options: [
      AttributeOption("a", .account, .text, "account"),
      AttributeOption("c", .creator, .codeNumber, "creator, four characters"),
      AttributeOption("C", .type, .codeNumber, "type, four characters"),
      AttributeOption("d", .securityDomain, .text, "security domain"),
      AttributeOption("D", .description, .text, "kind"),
      AttributeOption("j", .comment, .text, "comment"),
      AttributeOption("l", .label, .text, "label"),
      AttributeOption("p", .path, .text, "path"),
      AttributeOption("P", .port, .port, "port number"),
      AttributeOption("r", .protocolName, .code, "protocol, four characters"),
      AttributeOption("s", .server, .text, "server"),
      AttributeOption("t", .authenticationType, .code, "authentication type, four characters"),
    ],
    place: .server,
    identifying: [
      .account, .securityDomain, .server, .protocolName, .authenticationType, .port, .path,
    ],
    defaults: AttributeSet([.authenticationType: .string("dflt")]), passwordLetters: ["w"])
}

extension PasswordKind {
  /// The long option that names an access group; macOS has none.
  static let accessGroupOption = "access-group"

  /// The attribute options in the notation of getopt(3).
  var letters: String { options.map { $0.letter + ":" }.joined() }

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

  /// A query for items with these attributes, synchronizable or not, in the access group that the
  /// options name or in any.
  func query(_ attributes: AttributeSet, _ arguments: Arguments) throws(CommandFailure) -> ItemQuery
  {
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
