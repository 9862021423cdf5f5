import Keychain
import KeychainModel
import PasswordTransfer

/// Writes all passwords unencrypted, to a file or to standard output.
struct ExportPasswords {
  let session: CommandSession
  let arguments: Arguments

  private static let context = "export-passwords"

  /// The format of the written passwords.
  private enum Format: String, CaseIterable {
    case csv
    case json
  }

  /// The values of the option `--format`.
  static let formats = Format.allCases.map(\.rawValue)

  /// The result of an export.
  private struct Outcome {
    var exported = 0
    /// Messages about the items and secrets that could not be read.
    var warnings: [String] = []
    /// The items that the format cannot represent.
    var unwritable: [String] = []
  }

  func run() throws(CommandFailure) {
    guard let format = arguments.value("format").flatMap({ Format(rawValue: $0.text) }) else {
      throw .usage("--format is csv or json")
    }
    try session.checkKeychains(arguments.operands)
    let query = try groupQuery()
    try warnAndAsk()
    // The inventory is made before the file is created, so that no file remains if making the inventory fails.
    let inventory = try Inventory(of: session, ItemClass.passwords, query)
    let outcome: Outcome
    if let path = arguments.value("o") {
      let file = try OutputFile(path, in: session)
      outcome = try write(inventory, format, query) { (bytes) throws(CommandFailure) in
        try file.write(bytes)
      }
      try file.finish()
    } else {
      outcome = try write(inventory, format, query) { (bytes) throws(CommandFailure) in
        session.console.write(bytes)
      }
    }
    try report(outcome)
  }

  private func groupQuery() throws(CommandFailure) -> AttributeSet {
    var attributes = AttributeSet()
    attributes[.accessGroup] = try PasswordKind.generic.accessGroup(in: arguments)
    return attributes
  }

  private func warnAndAsk() throws(CommandFailure) {
    let target = arguments.value("o")?.text ?? "standard output"
    session.console.printError("\(target) will hold every secret in the clear.")
    guard !arguments.has("yes") else { return }
    guard session.input.isTerminal else {
      throw .failed("export-passwords: nobody can be asked; --yes exports without asking.")
    }
    guard try session.confirms("Export every password?") else {
      throw .failed("export-passwords: nothing was exported.")
    }
  }

  private func write(
    _ inventory: Inventory, _ format: Format, _ query: AttributeSet,
    to output: ([UInt8]) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> Outcome {
    let progress = session.progress("exported", printsResults: !arguments.has("o"))
    defer { progress.end() }
    var inventory = inventory
    var outcome = Outcome()
    let seeds = format == .csv ? try SeedIndex(of: session, query) : nil
    // In CSV, the line of a login also contains the seed of one-time passwords for this login. `waiting` contains the
    // items with seeds. After all logins, this function writes a separate line for each seed that has no login.
    var waiting: [Item] = []
    var written: Set<RowIdentifier> = []
    try output(format == .csv ? CSVWriter.header : JSONItemWriter.beginning)

    func write(_ reference: Item, isWaiting: Bool) throws(CommandFailure) {
      guard let item = try session.item(reference, [.attributes, .secret]) else {
        if try session.item(reference, .attributes) != nil {
          inventory.unreadableSecrets += 1
        } else {
          inventory.noteVanished()
        }
        return
      }
      let moved = TransferItem(
        item.itemClass, attributes: item.attributes, secret: item.secret, origin: "")
      guard format == .csv else {
        try output(JSONItemWriter.text(of: moved, isFirst: outcome.exported == 0))
        outcome.exported += 1
        return
      }
      // A preference is not written to CSV, because programs that read CSV would store a preference as an empty
      // password.
      if CertificatePreference.isOne(item) { return }
      if !isWaiting, OneTimePasswordItem.isOne(item.itemClass, item.attributes) {
        waiting.append(reference)
        return
      }
      let seed = try seeds?.seed(of: moved, item).flatMap { (seed) throws(CommandFailure) in
        try session.item(seed, .secret)
      }
      guard let line = CSVWriter.line(of: moved, seed: isWaiting ? nil : seed?.secret) else {
        outcome.unwritable.append(ItemName(moved).text)
        return
      }
      try output(line)
      outcome.exported += 1
      if let seed, !isWaiting, written.insert(seed.identifier).inserted { outcome.exported += 1 }
    }

    for (count, reference) in inventory.items.enumerated() {
      progress.show(count, of: inventory.items.count)
      try write(reference, isWaiting: false)
    }
    for reference in waiting where !written.contains(reference.identifier) {
      try write(reference, isWaiting: true)
    }
    if format == .json { try output(JSONItemWriter.ending) }
    outcome.warnings = try inventory.warnings(session)
    return outcome
  }

  private func report(_ outcome: Outcome) throws(CommandFailure) {
    if !session.isQuiet { session.console.print("exported: \(outcome.exported)", to: .error) }
    let warnings =
      outcome.unwritable.map { "not exported, because CSV holds only text: \($0)" }
      + outcome.warnings
    guard warnings.isEmpty else { throw CommandFailure(status: 1, warnings) }
  }
}

extension Command {
  static let exportPasswords = Command(
    "export-passwords", "Write every password in the clear. (only in Latchkey)",
    synopsis: "--format csv|json [-o file] [--yes] [--access-group name] [keychain]",
    details: [
      "--format csv         the columns of Apple's Passwords: text only, and not every attribute",
      "--format json        everything, for import-passwords --from json",
      "-o                   write to a file that only its owner may read",
      "--yes                do not ask; needed where nobody can be asked",
      "--access-group name  only the passwords of this group",
    ],
    options: OptionSyntax(
      "o:", long: ["format", "access-group"], flags: ["yes"],
      values: ["o": .file, "format": .words(ExportPasswords.formats)],
      mayFollowOperands: true)
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    try ExportPasswords(session: session, arguments: arguments).run()
  }
}

/// The items that contain seeds of one-time passwords. The index finds the seed of a login, because an export writes
/// the seed in the line of the login.
struct SeedIndex {
  private var seeds: [Key: Item] = [:]

  /// The attributes that identify an item with a seed. A login and its seed have the same account, access group and
  /// synchronizable flag.
  private struct Key: Hashable {
    let service: [UInt8]
    let account: [UInt8]
    let accessGroup: [UInt8]
    let isSynchronizable: Bool
  }

  /// Finds the seeds in the keychain.
  init(of session: CommandSession, _ attributes: AttributeSet) throws(CommandFailure) {
    var attributes = attributes
    attributes[.type] = OneTimePasswordItem.type
    let query = ItemQuery(.genericPassword, attributes: attributes, isSynchronizable: nil)
    for item in try session.items(query, .attributes) {
      seeds[Self.key(item, NamedItem(item).bytes(.service))] = item
    }
  }

  /// Returns the item with the seed of a login; nil if the login has no seed.
  func seed(of login: TransferItem, _ item: Item) -> Item? {
    seeds.isEmpty
      ? nil : seeds[Self.key(item, Array(OneTimePasswordItem.service(beside: login).utf8))]
  }

  private static func key(_ item: Item, _ service: [UInt8]) -> Key {
    let named = NamedItem(item)
    return Key(
      service: service, account: named.account, accessGroup: named.bytes(.accessGroup),
      isSynchronizable: item.attributes[.synchronizable] == .number(1))
  }
}
