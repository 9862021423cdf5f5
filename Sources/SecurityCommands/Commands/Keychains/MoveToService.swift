import Keychain
import KeychainModel

/// Moves the keychain of the user to `keychaind`.
struct MoveToService {
  let session: CommandSession

  private static let context = "move-to-service"

  func run() throws(CommandFailure) {
    let progress = session.progress("moved")
    defer { progress.end() }
    let outcome: ServiceMigration.Outcome
    do throws(KeychainError) {
      let location = try StoreLocation.standard()
      guard location.isDefault else {
        throw KeychainError(
          .parameter, "a keychain that LATCHKEY_HOME names stays outside of keychaind", cause: .argument)
      }
      let own = LocalKeychain(location)
      let service = KeychainClient.ofService(try LoginKeychain.inService(), at: location, as: .tool)
      let migration = ServiceMigration(own, to: service)
      outcome = try proving(to: service) { () throws(KeychainError) in
        try unlocking(KeychainClient(own, as: .tool)) { () throws(KeychainError) in
          try migration.run(onProgress: progress.show)
        }
      }
    } catch {
      throw .keychain(error, in: Self.context)
    }
    progress.end()
    report(outcome)
  }

  /// Runs `body`, and asks for the password of the keychain in the service once if that keychain has items.
  private func proving<Result>(
    to service: KeychainClient, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    do throws(KeychainError) { return try body() } catch {
      guard error.cause == .personNeeded, try service.canBeLocked() else { throw error }
      let isAsked = try? session.askThroughAgent(service, in: Self.context) { () throws(KeychainError) in
        try service.askToActForPerson()
      }
      guard let isAsked else { throw error }
      if isAsked { return try body() }
      guard let passcode = try? KeychainPassword.read(nil, session, prompt: "password of the keychain in keychaind: ")
      else { throw error }
      try service.actForPerson(passcode)
    }
    return try body()
  }

  /// Runs `body`, and asks for the password once if the keychain is locked.
  private func unlocking<Result>(
    _ keychain: KeychainClient, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    do throws(KeychainError) { return try body() } catch {
      guard error.code == .interactionNotAllowed,
        let passcode = try? KeychainPassword.read(nil, session, prompt: "password of the keychain: ")
      else { throw error }
      try keychain.unlock(passcode)
    }
    return try body()
  }

  private func report(_ outcome: ServiceMigration.Outcome) {
    session.console.print("\(outcome.moved) items are in keychaind now")
    for (reason, count) in outcome.excluded.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where count > 0 {
      session.console.print("not moved: \(count) \(reason.rawValue)")
    }
    if outcome.notPermitted > 0 {
      session.console.print(
        "not moved: \(outcome.notPermitted) items in groups that only the applications of keychaind write")
    }
    if outcome.unreadable > 0 { session.console.print("not moved: \(outcome.unreadable) that cannot be read") }
    for path in outcome.paths { session.console.print("set aside: \(TerminalSafeText.of(path))") }
  }
}

extension Command {
  static let moveToService = Command(
    "move-to-service", "Move the keychain to the service of this machine. (only in Latchkey)",
    synopsis: "",
    details: [
      "The items are in keychaind afterwards, and the files of the old keychain are set aside. A",
      "password does not move: set-keychain-password sets one in keychaind.",
    ],
    options: OptionSyntax("")
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.isEmpty else { throw .usage }
    try MoveToService(session: session).run()
  }
}
