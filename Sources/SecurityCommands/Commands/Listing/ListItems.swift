import Keychain
import KeychainModel

/// Prints the names of items. The command reads no secrets and asks the user no questions.
struct ListItems {
  let session: CommandSession
  let arguments: Arguments

  /// - Parameter matches: Returns whether to list an item. If `matches` is nil, all items are listed. If `matches` is
  ///   not nil and no item matches, the command fails.
  func run(_ matches: ((NamedItem) -> Bool)?) throws(CommandFailure) {
    session.mayAskForPassword = false
    defer { session.mayAskForPassword = true }
    var items: [NamedItem] = []
    var warnings: [String] = []
    // Listing must not create a keychain.
    if try session.withKeychain(
      in: CommandSession.searching, { (keychain) throws(KeychainError) in try keychain.isPresent() })
    {
      var attributes = AttributeSet()
      attributes[.accessGroup] = try PasswordKind.generic.accessGroup(in: arguments)
      var inventory = try Inventory(
        of: session, ItemClass.stored, attributes, contents: .attributes)
      items = inventory.items.map(NamedItem.init).filter { matches?($0) ?? true }
      warnings = try inventory.warnings(session)
    }
    items.sort(by: NamedItem.isBefore)
    print(items)
    guard warnings.isEmpty else { throw CommandFailure(status: 1, warnings) }
    guard !items.isEmpty || matches == nil else {
      throw .keychain(KeychainError(.itemNotFound, "no item"), in: CommandSession.searching)
    }
  }

  private func print(_ items: [NamedItem]) {
    guard arguments.has("json") else {
      for item in items { session.console.print(item.line) }
      return
    }
    session.console.write("[".utf8)
    for (position, item) in items.enumerated() {
      session.console.write((position == 0 ? "\n" : ",\n").utf8)
      session.console.write(item.json)
    }
    session.console.write((items.isEmpty ? "]\n" : "\n]\n").utf8)
  }
}

extension Command {
  private static let listOptions = OptionSyntax(
    "", long: [PasswordKind.accessGroupOption], flags: ["json"], mayFollowOperands: true)

  private static let listDetails = [
    "--json              an array of objects, one on each line",
    "--access-group name  only the items of this group",
    "A line has four fields with a tab between them: the class (genp, inet, cert, keys), the service",
    "or server, the account and the label. An item with neither has its label in the second field.",
    "A backslash is \\\\, and a character that controls a terminal \\u{9}. No secret is printed or read.",
  ]

  static let listItems = Command(
    "ls", "List the names of items. (only in Latchkey)",
    synopsis: "[--json] [--access-group name] [pattern]",
    details: [
      "pattern             a service, a server or a label, with the * ? and [a-z] of a shell; 44 when none matches"
    ] + listDetails,
    options: listOptions
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count <= 1 else { throw .usage }
    let list = ListItems(session: session, arguments: arguments)
    guard let word = arguments.operands.first else { return try list.run(nil) }
    let pattern = GlobPattern(word.text)
    try list.run { $0.matches(pattern) }
  }

  static let searchItems = Command(
    "search", "List the items that have a text in their names. (only in Latchkey)",
    synopsis: "[--json] [--access-group name] text",
    details: [
      "text                part of a service, server, account, label, protocol, path or security domain,",
      "                    in any case; 44 when no item has it",
    ] + listDetails,
    options: listOptions
  ) { (arguments, session) throws(CommandFailure) in
    guard arguments.operands.count == 1, let word = arguments.operands.first, !word.bytes.isEmpty
    else { throw .usage }
    let part = NamePattern(word)
    try ListItems(session: session, arguments: arguments).run { $0.contains(part) }
  }
}
