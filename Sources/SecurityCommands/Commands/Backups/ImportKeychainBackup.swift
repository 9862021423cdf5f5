import Keychain
import KeychainCrypto
import KeychainModel

/// Restores the items of a backup. If the command fails, no item is stored.
struct ImportKeychainBackup {
  let session: CommandSession
  let arguments: Arguments

  private static let context = "import-keychain-backup"

  func run(_ file: Word) throws(CommandFailure) {
    try session.selectKeychain(arguments.operands.dropFirst().first)
    let isForPassphrase = try needsPassphrase(file)
    let passphrase = try passphrase(isNeeded: isForPassphrase)
    let deviceKeyCopy = try deviceKeyCopy()
    let isDryRun = arguments.has("d")
    let progress = session.progress(isDryRun ? "compared" : "restored")
    defer { progress.end() }
    let outcome: RestoreOutcome
    do throws(CommandFailure) {
      outcome = try session.withKeychain(in: Self.context) { (keychain) throws(KeychainError) in
        try keychain.importBackup(
          from: file.bytes, passphrase: passphrase,
          deviceKeyCopy: deviceKeyCopy, isDryRun: isDryRun
        ) { progress.show($0, of: $1) }
      }
    } catch {
      throw error.notingNothingChanged
    }
    progress.end()
    report(outcome, isDryRun)
  }

  /// Returns whether the backup has a passphrase. If the file cannot be read, the function throws a failure, so that
  /// the command fails before it asks the user a question.
  private func needsPassphrase(_ file: Word) throws(CommandFailure) -> Bool {
    do throws(CommandFailure) {
      return try session.withKeychain(in: Self.context, naming: file) {
        (keychain) throws(KeychainError) in
        try keychain.backupNeedsPassphrase(at: file.bytes)
      }
    } catch {
      throw error.notingNothingChanged
    }
  }

  /// Returns the passphrase of the backup; nil if the backup has no passphrase.
  private func passphrase(isNeeded: Bool) throws(CommandFailure) -> Passcode? {
    // If the backup has no passphrase, the import rejects the passphrase of the option -P with a message.
    if let given = arguments.value("P") { return try KeychainPassword.passcode(given.bytes) }
    guard isNeeded else { return nil }
    return try KeychainPassword.read(nil, session, prompt: "passphrase of the backup: ")
  }

  /// Returns the copy of a device key that the user gives in an option. The backup was made with this device key.
  /// Returns nil if the import uses the keychain's own device key.
  private func deviceKeyCopy() throws(CommandFailure) -> DeviceKeyCopy? {
    if let path = arguments.value("device-key") { return .file(path.bytes) }
    guard arguments.has("w") else { return nil }
    return .typed(try TypedDeviceKey.read(session, in: Self.context))
  }

  private func report(_ outcome: RestoreOutcome, _ isDryRun: Bool) {
    let words =
      isDryRun ? ("to add", "to replace", "to keep") : ("added", "replaced", "kept")
    session.console.print(
      "\(outcome.added) \(words.0), \(outcome.replaced) \(words.1), \(outcome.kept) \(words.2)")
    if outcome.notForThisDevice > 0 {
      session.console.print(
        "for the device key that the backup was made with, and not for this one: "
          + "\(outcome.notForThisDevice)")
    }
    if outcome.notPermitted > 0 {
      session.console.print(
        "in groups that only the applications of keychaind write, and left out: \(outcome.notPermitted)")
    }
    if isDryRun { session.console.print("Nothing was changed.") }
  }
}

extension Command {
  static let importKeychainBackup = Command(
    "import-keychain-backup", "Restore the items of a backup. (only in Latchkey)",
    synopsis: "[-P passphrase] [--device-key copy | -w] [-d] file [keychain]",
    details: [
      "Items that are there stay unless the backup has them with a later change.",
      "-P  the passphrase of the backup. Others see it in the list of processes: better is to be",
      "    asked, which happens when the backup has one.",
      "--device-key copy  a copy of the device key that the backup was made with, for a keychain that",
      "    was lost or erased, or whose device key was changed: what only that key opens comes back",
      "-w  read it from the nine lines that export-device-key -w printed",
      "-d  only say what would be done",
    ],
    options: OptionSyntax(
      "P:wd", long: ["device-key"], values: ["device-key": .file],
      secrets: ["P"], mayFollowOperands: true)
  ) { (arguments, session) throws(CommandFailure) in
    guard let file = arguments.operands.first, arguments.operands.count <= 2 else { throw .usage }
    guard !arguments.has("device-key") || !arguments.has("w") else {
      throw .usage("--device-key or -w, not both")
    }
    try ImportKeychainBackup(session: session, arguments: arguments).run(file)
  }
}
