import Keychain
import KeychainModel

/// Prints every item of every class.
struct DumpKeychain {
  let session: CommandSession
  let showsSecrets: Bool
  let showsAccess: Bool
  let printer: ItemPrinter
  let progress: Progress

  /// Calls `body` with the lines of each item. If only the secret of an item cannot be read, the lines contain the
  /// attributes of the item.
  ///
  /// Items are read one by one, so that a large keychain need not fit into memory.
  ///
  /// - Returns: Messages about the items and secrets that could not be read.
  func forEachItem(
    of inventory: Inventory, _ body: ([UInt8]) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> [String] {
    var inventory = inventory
    var retainedCount = 0
    defer { progress.end() }
    for (count, item) in inventory.items.enumerated() {
      progress.show(count, of: inventory.items.count)
      if let item = try session.item(item, showsSecrets ? [.attributes, .secret] : .attributes) {
        if item.privateKey != nil { retainedCount += 1 }
        try body(printer.description(of: item) + further(item))
      } else if let item = try session.item(item, .attributes) {
        inventory.unreadableSecrets += 1
        try body(printer.description(of: item))
      } else {
        inventory.noteVanished()
      }
    }
    let warnings = try inventory.warnings(session)
    guard retainedCount > 0 else { return warnings }
    return warnings + ["private keys that may not leave the keychain and are left out: \(retainedCount)"]
  }

  private func further(_ item: Item) -> [UInt8] {
    var lines: [UInt8] = []
    if showsAccess {
      let access = RecordedAccess(of: item).lines
      if access.isEmpty { lines += "no access control for this item\n".utf8 }
      for line in access { lines += "access (recorded, without effect): \(line)\n".utf8 }
    }
    if showsSecrets, item.privateKey == nil {
      lines += "data:\n".utf8
      ByteFormat.append(item.secret ?? [], to: &lines, forReader: printer.forReader)
      lines += "\n".utf8
    }
    return lines
  }
}

extension Command {
  static let dumpKeychain = Command(
    "dump-keychain", "Print the items of a keychain.",
    synopsis: "[-a] [-d] [-i] [-r] [-o file] [keychain ...]",
    details: [
      "-a  print the programs and partitions that were recorded; they restrict nothing",
      "-d  print the secrets",
      "-i  edit access lists; no item has one",
      "-r  not available: what is stored is sealed as a whole",
      "-o  write to a file that only its owner may read",
    ],
    options: OptionSyntax("adiro:", values: ["o": .file])
  ) { (arguments, session) throws(CommandFailure) in
    guard !arguments.has("r") else {
      throw .failed("dump-keychain: -r: what is stored is sealed as a whole; use -d.")
    }
    try session.checkKeychains(arguments.operands)
    var printer = try session.itemPrinter(toFile: arguments.has("o"))
    printer.showsSeeds = arguments.has("d")
    let dump = DumpKeychain(
      session: session, showsSecrets: arguments.has("d"),
      showsAccess: arguments.has("a") || arguments.has("i"),
      printer: printer,
      progress: session.progress("dumped", printsResults: !arguments.has("o")))
    // The inventory is made before the file is created, so that no file remains if making the inventory fails.
    let inventory = try Inventory(of: session, ItemClass.stored)
    let warnings: [String]
    if let path = arguments.value("o") {
      let file = try OutputFile(path, in: session)
      warnings = try dump.forEachItem(of: inventory) { (lines) throws(CommandFailure) in
        try file.write(lines)
      }
      try file.finish()
    } else {
      warnings = try dump.forEachItem(of: inventory) { (lines) throws(CommandFailure) in
        session.console.write(lines)
      }
    }
    guard warnings.isEmpty else { throw CommandFailure(status: 1, warnings) }
  }
}
