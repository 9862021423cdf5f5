import KeychainModel

/// The differences between the commands for generic and for internet passwords.
struct PasswordKind: Sendable {
  let itemClass: ItemClass

  /// The last part of the commands' names.
  let name: String

  /// The options that set attributes.
  let options: [AttributeOption]

  /// The attribute that names the service or the server. An add requires it and the account. It is the label of an
  /// item without a label.
  let place: AttributeName

  /// If all of these attributes are given, a find ignores the others.
  let identifying: [AttributeName]

  /// The values that an add stores for missing attributes.
  let defaults: AttributeSet

  /// The option letters that give a password as text.
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
