import KeychainModel

/// The differences between the commands for generic and for internet passwords.
struct PasswordKind: Sendable {
  let itemClass: ItemClass

  /// The last part of the command names, such as `generic-password` in `add-generic-password`.
  let name: String

  /// The options that set attributes.
  let options: [AttributeOption]

  /// The attribute that contains the service or the server. Adding an item requires this attribute and the account. The
  /// value is also the label of a new item, if the user gives no label.
  let place: AttributeName

  /// The identifying attributes. If the user gives all identifying attributes, the commands that find passwords ignore
  /// all other attributes.
  let identifying: [AttributeName]

  /// The default values of attributes. If the user gives no value for an attribute, a new item gets the default value.
  let defaults: AttributeSet

  /// The letters of the options whose value is a password.
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
