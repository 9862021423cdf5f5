import Keychain
import KeychainCrypto
import KeychainModel
import Vault

extension Command {
  static let rotateKeys = Command(
    "rotate-keys", "Seal every item under new keys, and destroy the old. (only in Latchkey)",
    synopsis: "[-o password] [keychain]",
    details: [
      "-o  the password; it is asked for when there is one and it is not given. Others see it in the",
      "    list of processes: better is to be asked.",
      "Other programs can work meanwhile. What was interrupted is finished by calling it again.",
    ],
    options: OptionSyntax("o:", secrets: ["o"])
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    try session.selectKeychain(arguments.operands.first)
    let context = "rotate-keys"
    let passcode = try session.keychainPassword(arguments.value("o"), in: context)
    let progress = session.progress("sealed anew")
    defer { progress.end() }
    let outcome = try session.withKeychain(in: context) { (keychain) throws(KeychainError) in
      try keychain.rotateKeys(passcode, onProgress: progress.show)
    }
    progress.end()
    guard let outcome else {
      session.console.print("There is no keychain yet.")
      return
    }
    report(outcome, session)
  }

  private static func report(_ outcome: RotationOutcome, _ session: CommandSession) {
    session.console.print(
      "sealed anew: \(counted(outcome.resealedCount, "item")); destroyed: "
        + counted(outcome.destroyedKeyCount, "old key")
    )
    if outcome.isResumed {
      session.console.print(
        "An earlier rotation was finished. To get newer keys than its, rotate again.")
    }
    if outcome.keptKeyCount > 0 {
      session.console.printError(
        "rotate-keys: \(counted(outcome.keptKeyCount, "old key is", "old keys are")) kept, because damaged items may be sealed "
          + "under them; verify-keychain names those.")
    }
    if let refusal = outcome.refusal {
      session.console.printError("rotate-keys: \(CommandFailure.unsharedSentence(refusal))")
    }
  }
}

extension CommandSession {
  /// Returns the password of the keychain, which the user gives in an option or types. Returns nil if there is no
  /// keychain, or if the keychain has no password.
  ///
  /// - Throws: A failure if the user gives a password but the keychain has no password, or if the keychain has a
  ///   password but the user gives no password.
  func keychainPassword(
    _ option: Word?, in context: String
  ) throws(CommandFailure) -> Passcode? {
    let hasPassword = try withKeychain(in: context) { (keychain) throws(KeychainError) in
      try keychain.isPresent() ? try keychain.lockStatus().hasPasscode : false
    }
    guard hasPassword else {
      guard option?.bytes.isEmpty ?? true else {
        throw .keychain(
          KeychainError(.authenticationFailed, "the keychain has no password"), in: context)
      }
      return nil
    }
    guard let password = try KeychainPassword.read(option, self, prompt: "Password: ") else {
      throw .keychain(
        KeychainError(.authenticationFailed, "the password is empty"), in: context)
    }
    return password
  }
}
