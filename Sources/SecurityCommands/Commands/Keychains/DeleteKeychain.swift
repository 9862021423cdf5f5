extension Command {
  /// The command always fails. On macOS a keychain is one of many; here it contains all items of the user.
  static let deleteKeychain = Command(
    "delete-keychain", "Delete keychains.", synopsis: "[keychain ...]",
    details: ["The one keychain is not deleted in passing: erase-keychain does it, and asks."],
    options: OptionSyntax(""), isAvailable: false
  ) { (arguments, session) throws(CommandFailure) in
    let context = "SecKeychainDelete"
    guard !arguments.operands.isEmpty else { throw .keychain(.invalidKeychain, in: context) }
    try session.checkKeychains(arguments.operands, in: context)
    throw .failed(
      "delete-keychain: this is the one keychain; erase-keychain erases everything in it.")
  }
}
