import Keychain
import KeychainCrypto
import KeychainModel

extension Command {
  static let unlockKeychain = Command(
    "unlock-keychain", "Unlock a keychain, for every program of the user.",
    synopsis: "[-u] [-p password] [keychain]",
    details: [
      "-u  use no password but the one that programs are given: LATCHKEY_PASSCODE_FILE names its",
      "    file, or it is the credential latchkey.passcode",
      "-p  the password. Others see it in the list of processes: better is to be asked, or a file.",
      "Without options: the one that programs are given, or else it is asked for.",
    ],
    options: OptionSyntax("up:", secrets: ["p"])
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    try session.checkKeychains(arguments.operands)
    let context = "SecKeychainUnlock"
    let status = try session.withKeychain(in: context) {
      (keychain) throws(KeychainError) in
      try keychain.lockStatus()
    }
    guard status.hasPasscode else {
      if arguments.value("p")?.bytes.isEmpty == false {
        session.console.printError(
          "unlock-keychain: the keychain has no password; the one given was not checked.")
      }
      return
    }
    let passcode = try password(arguments, session)
    let refusal = try session.withKeychain(in: context) { (keychain) throws(KeychainError) in
      try keychain.unlock(passcode)
    }
    if let refusal { throw .unshared("unlock-keychain", refusal) }
  }

  private static func password(
    _ arguments: Arguments, _ session: CommandSession
  ) throws(CommandFailure) -> Passcode {
    let context = "SecKeychainUnlock"
    if arguments.value("p") == nil {
      let given = try session.withKeychain(in: context) { (keychain) throws(KeychainError) in
        try keychain.givenPasscode()
      }
      if let given { return given }
      guard !arguments.has("u") else {
        throw .keychain(
          KeychainError(
            .interactionNotAllowed, "no password was given, and none is to be asked for"),
          in: context)
      }
    }
    let name = arguments.operands.first?.text ?? "default"
    let typed = try KeychainPassword.read(
      arguments.value("p"), session, prompt: "password to unlock \(name): ")
    // An empty password is never the password of a keychain.
    guard let typed else {
      throw .keychain(KeychainError(.authenticationFailed, "the password is empty"), in: context)
    }
    return typed
  }
}
