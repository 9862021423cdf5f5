import KeychainModel

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
