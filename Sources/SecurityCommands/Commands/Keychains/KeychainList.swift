import KeychainModel

extension Command {
  static let listKeychains = Command(
    "list-keychains", "Print the keychains that are searched.",
    synopsis: "[-d user|system|common|dynamic] [-s [keychain ...]]",
    details: [
      "-d  keychains of this domain; there is one keychain, in the domain of the user",
      "-s  set the list; it can only be what it is",
    ],
    options: OptionSyntax("d:s", values: ["d": KeychainDomain.value])
  ) { (arguments, session) throws(CommandFailure) in
    let domain = try KeychainDomain.named(in: arguments)
    if arguments.has("s") {
      try session.checkKeychains(arguments.operands)
      guard domain == .user, !arguments.operands.isEmpty else { throw oneKeychain }
    } else if domain == .user {
      try session.printKeychainPath()
    }
  }

  /// The failure of a command that selects a keychain. Latchkey has only one keychain.
  static var oneKeychain: CommandFailure {
    .failed("\(UnsupportedReason.oneKeychain.rawValue).")
  }
}

extension CommandSession {
  /// Prints the path of the keychain, in the format of macOS's lists of keychains.
  func printKeychainPath() throws(CommandFailure) {
    console.print("    \"\(try keychain().location.databasePath)\"")
  }
}

extension Command {
  static let defaultKeychain = Command(
    "default-keychain", "Print the default keychain.",
    synopsis: "[-d user|system|common|dynamic] [-s [keychain]]",
    details: [
      "-d  default keychain of this domain; only that of the user has one",
      "-s  set the default keychain; it can only be what it is",
    ],
    options: OptionSyntax("d:s", values: ["d": KeychainDomain.value])
  ) { (arguments, session) throws(CommandFailure) in
    let domain = try KeychainDomain.named(in: arguments)
    guard arguments.operands.count <= (arguments.has("s") ? 1 : 0) else { throw .usage }
    if arguments.has("s") {
      try session.checkKeychains(arguments.operands)
      guard domain == .user, !arguments.operands.isEmpty else { throw oneKeychain }
    } else if domain == .user {
      try session.printKeychainPath()
    } else {
      let status: Int32 = -25307
      throw CommandFailure(
        status: status, ["SecKeychainCopyDomainDefault: \(StatusMessage.text(for: status))"])
    }
  }

  static let loginKeychain = Command(
    "login-keychain", "Print the login keychain.", synopsis: "[-d domain] [-s [keychain]]",
    details: ["-d, -s  not available, as on macOS"],
    options: OptionSyntax("d:s", values: ["d": KeychainDomain.value])
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.options.isEmpty else { throw oneKeychain }
    guard arguments.operands.isEmpty else { throw .usage }
    try session.printKeychainPath()
  }
}

/// A domain of keychains. Latchkey has one keychain, in the user's domain.
enum KeychainDomain: String, CaseIterable {
  case user
  case system
  case common
  case dynamic

  /// The values of the option `-d`.
  static let value = OptionValue.words(allCases.map(\.rawValue))

  /// Returns the domain that the option `-d` names. The user may abbreviate the name. Without the option, returns the
  /// user's domain.
  ///
  /// - Throws: A failure with the usage status if no domain has the name.
  static func named(in arguments: Arguments) throws(CommandFailure) -> KeychainDomain {
    guard let name = arguments.value("d") else { return .user }
    let domain = allCases.first { $0.rawValue.utf8.starts(with: name.bytes) }
    guard let domain, !name.bytes.isEmpty else {
      throw .usage("\"\(name.text)\" is not a domain of keychains")
    }
    return domain
  }
}
