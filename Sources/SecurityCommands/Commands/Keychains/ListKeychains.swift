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

  /// The failure of a command that would select another keychain.
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
