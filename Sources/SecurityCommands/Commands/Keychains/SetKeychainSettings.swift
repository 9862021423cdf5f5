extension Command {
  /// Succeeds for what is the case: the keychain never locks.
  static let setKeychainSettings = Command(
    "set-keychain-settings", "Set when a keychain locks itself; it never does.",
    synopsis: "[-l] [-u] [-t seconds] [keychain]",
    details: [
      "-l  when the machine sleeps; refused: nothing can be locked",
      "-u  after some time; without -t it means never, as on macOS",
      "-t  after that many seconds; refused: nothing can be locked",
      "Without options: never.",
    ],
    options: OptionSyntax("lut:")
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    if let time = arguments.value("t"), UInt32(time.text) == nil {
      throw .usage("-t: \"\(time.text)\" is not a number of seconds")
    }
    try session.checkKeychains(arguments.operands)
    guard !arguments.has("l"), !arguments.has("t") else {
      throw .refused("set-keychain-settings", .locking)
    }
  }

  static let setKeychainPassword = Command(
    "set-keychain-password", "Change the password of a keychain.",
    synopsis: "[-o password] [-p password] [keychain]",
    details: [
      "-o  the old password",
      "-p  the new password",
      "Refuses: a password would protect nothing yet.",
    ],
    options: OptionSyntax("o:p:", secrets: ["o", "p"]), isAvailable: false
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    try session.checkKeychains(arguments.operands)
    throw .failed("set-keychain-password: a password would protect nothing yet.")
  }
}
