import Keychain
import KeychainModel
import PasswordTransfer

/// Stores passwords from another program. The command first prints what it will change. If the command cannot store one
/// of the items, it stores no item.
struct ImportPasswords {
  let session: CommandSession
  let arguments: Arguments

  private static let context = "import-passwords"

  func run() throws(CommandFailure) {
    let source = try ImportSource(arguments)
    try session.selectKeychainForNewItems(arguments.value("k"), in: "SecKeychainOpen")
    var transfer = try source.read(session.progress("read"))
    defer { transfer.wipe() }
    if let word = arguments.value("access-group") {
      guard let group = word.attributeValue.text, !group.isEmpty else {
        throw .usage("an access group has a name of UTF-8 text")
      }
      transfer.setAccessGroup(group)
    }
    let isDone = try perform(transfer)
    if isDone, let file = source.file {
      session.console.printError("\(file.text) still holds every secret in the clear.")
    }
  }

  /// Prints the plan of the import, and stores the items if the user confirms the plan.
  ///
  /// - Returns: Whether items were stored.
  private func perform(_ transfer: Transfer) throws(CommandFailure) -> Bool {
    let batch = BatchRequest(
      transfer.items.map { AddRequest($0.itemClass, attributes: $0.attributes, secret: $0.secret) },
      defaults: transfer.items.map(\.defaults),
      onDuplicate: arguments.has("replace") ? .replace : .skip)
    let plan = ImportPlan(
      transfer, isPresent: try presence(of: batch), replaces: arguments.has("replace"))
    for line in plan.lines { session.console.print(line) }
    guard transfer.unreadable.isEmpty || arguments.has("skip-unreadable") else {
      throw .failed(
        "import-passwords: entries that cannot be read: \(transfer.unreadable.count); nothing was"
          + " changed. --skip-unreadable leaves them out.")
    }
    guard plan.isEffective, try isConfirmed() else {
      session.console.print("Nothing was changed.")
      return false
    }
    try store(batch)
    return true
  }

  /// Returns, for each item of a batch, whether the keychain contains an equal item.
  private func presence(of batch: BatchRequest) throws(CommandFailure) -> [Bool] {
    try session.withKeychain(in: Self.context) { (keychain) throws(KeychainError) in
      // The check must not create a keychain.
      guard try keychain.isPresent() else { return batch.additions.map { _ in false } }
      return try keychain.duplicates(of: batch)
    }
  }

  private func isConfirmed() throws(CommandFailure) -> Bool {
    if arguments.has("apply") { return true }
    if session.input.isTerminal { return try session.confirms("Store them?") }
    session.console.print("With --apply they are stored.")
    return false
  }

  private func store(_ batch: BatchRequest) throws(CommandFailure) {
    let progress = session.progress("stored")
    defer { progress.end() }
    let outcomes: [BatchOutcome]
    do throws(CommandFailure) {
      outcomes = try session.withKeychain(in: Self.context) { (keychain) throws(KeychainError) in
        try keychain.perform(batch) { progress.show($0, of: batch.additions.count) }
      }
    } catch {
      throw error.notingNothingChanged
    }
    progress.end()
    func count(_ outcome: BatchOutcome) -> Int { outcomes.count { $0 == outcome } }
    session.console.print(
      "\(count(.added)) added, \(count(.replaced)) replaced, \(count(.skipped)) skipped")
  }
}

extension Command {
  static let importPasswords = Command(
    "import-passwords", "Store passwords from elsewhere. (only in Latchkey)",
    synopsis: "--from source [--apply] [--replace] [-k keychain] [options] [file | folder]",
    details: [
      "--from csv file        what a browser or Apple's Passwords exported",
      "--from dump file       what dump-keychain -d printed, here or on macOS",
      "--from json file       what export-passwords --format json wrote",
      "--from keepass file    what KeePassXC or KeePass exported as XML",
      "--from kwallet         the wallets of KDE, over the session bus",
      "--from pass [folder]   the store of pass; gpg decrypts it",
      "--from secret-service  gnome-keyring and others, over the session bus",
      "--apply                store; without it, only show what would be done",
      "--replace              change items that are there already; else they are skipped",
      "--skip-unreadable      leave out entries that cannot be read; else nothing is stored",
      "--access-group name    store everything in this group",
      "-k keychain            the keychain to store in, and not the default one",
    ],
    options: OptionSyntax(
      "k:", long: ["from", "access-group"], flags: ["apply", "replace", "skip-unreadable"],
      values: ["from": .words(ImportSource.names), "k": .keychain], mayFollowOperands: true)
  ) { (arguments, session) throws(CommandFailure) in
    try ImportPasswords(session: session, arguments: arguments).run()
  }
}
