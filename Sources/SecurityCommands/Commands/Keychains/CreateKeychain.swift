import KeychainModel

/// Creates the keychain if it does not exist. Only one keychain can exist.
struct CreateKeychain {
  let session: CommandSession

  private static let context = "SecKeychainCreate"

  func run(_ arguments: Arguments) throws(CommandFailure) {
    let names = arguments.operands.isEmpty ? [try askForName()] : arguments.operands
    try session.checkKeychains(names, in: Self.context)
    let isPresent = try session.withKeychain(in: Self.context) {
      (keychain) throws(KeychainError) in try keychain.isPresent()
    }
    guard !isPresent else {
      throw .keychain(.duplicateKeychain, names.first, in: Self.context)
    }
    let given = arguments.value("p")?.bytes
    let password = if let given { given } else { try NewPassword.read(session, asking: .keychain) }
    let passcode = try KeychainPassword.passcode(consume password)
    let refusal = try session.withKeychain(in: Self.context) {
      (keychain) throws(KeychainError) -> KeychainError? in
      try keychain.open()
      guard let passcode else { return nil }
      return try keychain.setPasscode(passcode)
    }
    if let refusal {
      session.console.printError("create-keychain: \(CommandFailure.unsharedSentence(refusal))")
    }
  }

  private func askForName() throws(CommandFailure) -> Word {
    guard let name = try session.ask("keychain to create: "), !name.isEmpty else { throw .usage }
    return Word(name)
  }
}

extension Command {
  static let createKeychain = Command(
    "create-keychain", "Create the keychain, if it is not there yet.",
    synopsis: "[-P] [-p password] [name ...]",
    details: [
      "-P  ask for the password, as without -p",
      "-p  password; an empty one is none. Others see it in the list of processes.",
      "There is one keychain: the name can only be one of its names, such as login.keychain.",
    ],
    options: OptionSyntax("Pp:", secrets: ["p"])
  ) { (arguments, session) throws(CommandFailure) in
    try CreateKeychain(session: session).run(arguments)
  }
}
