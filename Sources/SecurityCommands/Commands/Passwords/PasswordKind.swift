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
