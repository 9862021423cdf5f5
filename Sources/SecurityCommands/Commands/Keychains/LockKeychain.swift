import KeychainModel

extension Command {
  static let lockKeychain = Command(
    "lock-keychain", "Lock a keychain.", synopsis: "[-a | keychain]",
    details: [
      "-a  all keychains",
      "Refuses: \(MissingReason.locking.rawValue).",
    ],
    options: OptionSyntax("a"), isAvailable: false
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= (arguments.has("a") ? 0 : 1) else { throw .usage }
    try session.checkKeychains(arguments.operands)
    throw .refused("lock-keychain", .locking)
  }

  /// Succeeds because the keychain is unlocked, once it has been opened.
  static let unlockKeychain = Command(
    "unlock-keychain", "Make sure that a keychain is unlocked; it is never locked.",
    synopsis: "[-u] [-p password] [keychain]",
    details: [
      "-u  do not use a password",
      "-p  password; it is not checked, because the keychain has none",
    ],
    options: OptionSyntax("up:", secrets: ["p"])
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    try session.checkKeychains(arguments.operands)
    try session.withKeychain(in: "SecKeychainUnlock") { (keychain) throws(KeychainError) in
      try keychain.open()
    }
    if arguments.value("p")?.bytes.isEmpty == false {
      session.console.complain(
        "unlock-keychain: the keychain has no password; the one given was not checked.")
    }
  }
}
