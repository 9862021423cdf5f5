import Keychain
import KeychainModel

extension Command {
  /// The word that confirms erasing everything.
  private static let confirmation = "erase"

  static let eraseKeychain = Command(
    "erase-keychain", "Destroy the keys and every item. (only in Latchkey)",
    synopsis: "[--yes] [keychain]",
    details: [
      "Asks for the word \"\(confirmation)\" at a terminal. Elsewhere it needs --yes.",
      "--yes  do not ask",
    ],
    options: OptionSyntax("", flags: ["yes"])
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    let context = "erase-keychain"
    guard try session.selectKeychain(arguments.operands.first) == .login else {
      throw .failed("erase-keychain: delete-keychain deletes a keychain with its file; this erases the login keychain.")
    }
    let (isPresent, count) = try session.withKeychain(in: context) {
      (keychain) throws(KeychainError) in
      try (keychain.isPresent(), keychain.isPresent() ? keychain.countItems() : nil)
    }
    guard isPresent else {
      session.console.print("There is no keychain yet.")
      return
    }
    if !arguments.has("yes") { try confirm(count, session) }
    let outcome = try session.withKeychain(in: context) { (keychain) throws(KeychainError) in
      try keychain.eraseEverything()
    }
    session.console.print("erased: \(items(outcome?.itemCount))")
    if outcome?.isDeviceKeyForeign == true {
      session.console.printError("the device key is of another keychain; it was left alone.")
    }
    if outcome?.isDeviceKeyACredential == true {
      session.console.printError(
        "the device key is a credential; it stays, and opens nothing without the keybag.")
    }
    if outcome?.mayKeysLiveOn == true {
      session.console.printError(
        "a key was removed but not overwritten, or has further names: whoever has the database, "
          + "too, may still read it.")
    }
  }

  private static func confirm(_ count: Int?, _ session: CommandSession) throws(CommandFailure) {
    guard session.input.isTerminal else {
      throw .failed(
        "erase-keychain: nothing was erased: --yes is needed where nobody can be asked.")
    }
    let path = try session.keychain().location.databasePath
    let answer = try session.ask(
      "This destroys the keys and \(items(count)) in \(path), for good.\n"
        + "Type \(confirmation) to go on: ")
    guard let answer, answer == Array(confirmation.utf8) else {
      throw .failed("erase-keychain: nothing was erased.")
    }
  }

  private static func items(_ count: Int?) -> String {
    count.map { counted($0, "item") } ?? "an unknown number of items"
  }
}
