import Keychain
import KeychainCrypto
import KeychainModel

/// Moves the keychain of the user to `keychaind`.
struct MoveToService {
  let session: CommandSession

  static let context = "move-to-service"

  func run() throws(CommandFailure) {
    let progress = session.progress("moved")
    defer { progress.end() }
    let (outcome, options): (ServiceMigration.Outcome, String)
    do throws(KeychainError) {
      let location = try StoreLocation.standard()
      guard location.isDefault else {
        throw KeychainError(
          .parameter, "a keychain that LATCHKEY_HOME names stays outside of keychaind", cause: .argument)
      }
      let own = LocalKeychain(location)
      let service = KeychainClient.ofService(try LoginKeychain.inService(), at: location, as: .tool)
      let passcode = try passcode(of: KeychainClient(own, as: .tool))
      options = location.optionsOfReturn
      outcome = try ServiceMigration(own, to: service).run(passcode: passcode, onProgress: progress.show)
    } catch {
      throw .keychain(error, in: Self.context)
    }
    progress.end()
    report(outcome, options)
  }

  /// The passcode of the keychain; nil when none is set. The keychain outside of the service counts a wrong one. The
  /// service does not count it again.
  private func passcode(of own: KeychainClient) throws(KeychainError) -> Passcode? {
    guard try own.canBeLocked() else { return nil }
    if let given = try own.givenPasscode() { return given }
    guard let passcode = try? KeychainPassword.read(nil, session, prompt: "password of the keychain: ") else {
      throw KeychainError(.interactionNotAllowed, "a password is set, and moving the keychain takes it")
    }
    try own.unlock(passcode)
    return passcode
  }

  /// - Parameter options: The options of the way back that name other folders than those in the home folder.
  private func report(_ outcome: ServiceMigration.Outcome, _ options: String) {
    let stored = outcome.stored
    if stored.isRepeated {
      session.console.print("the keychain was in keychaind already")
    } else {
      session.console.print("\(counted(stored.items, "item")) moved to keychaind")
    }
    if stored.damaged > 0 {
      session.console.print("in quarantine, because they cannot be read: \(stored.damaged)")
    }
    if stored.reserved > 0 {
      session.console.print("not moved, in groups of protected applications: \(stored.reserved)")
    }
    for path in outcome.paths { session.console.print("set aside: \(TerminalSafeText.of(path))") }
    if !options.isEmpty {
      session.console.print(
        "the way back, for root: security move-to-service --back -u USER\(TerminalSafeText.of(options))")
    }
  }
}

extension Command {
  static let moveToService = Command(
    "move-to-service", "Move the keychain to the service of this machine. (only in Latchkey)",
    synopsis: "[--back -u user [--data folder --key folder]]",
    details: [
      "The whole keychain is in keychaind afterwards, with its password, and the files of the old one are",
      "set aside.",
      "--back  for root: give the keychain in keychaind back to the user, before keychaind is removed",
      "-u  the name or the number of the user",
      "--data folder  the folder of the keychain that is given back; ~/.local/share/latchkey if absent",
      "--key folder  the folder of its device key; ~/.local/state/latchkey if absent",
    ],
    options: OptionSyntax("u:", long: ["data", "key"], flags: ["back"], values: ["data": .file, "key": .file])
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.isEmpty else { throw .usage }
    if arguments.has("back") { return try MoveToService.giveBack(arguments, session) }
    for option in ["u", "data", "key"] where arguments.has(option) {
      throw .usage("\(option.count == 1 ? "-" : "--")\(option) needs --back")
    }
    try MoveToService(session: session).run()
  }
}
