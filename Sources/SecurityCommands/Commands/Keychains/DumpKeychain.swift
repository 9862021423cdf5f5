import Keychain
import KeychainModel

/// Prints every item of every class.
struct DumpKeychain {
  let session: Session
  let showsSecrets: Bool
  let showsAccess: Bool
  let progress: Progress

  /// Hands over the lines of each item.
  ///
  /// Items are fetched one by one, so that a large keychain does not have to fit into memory.
  ///
  /// - Returns: How many items have secrets that cannot be read. Their attributes were handed over.
  func forEachItem(
    _ body: ([UInt8]) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> Int {
    let printer = try session.itemPrinter()
    var unreadable = 0
    defer { progress.end() }
    var found: [Item] = []
    for itemClass in ItemClass.stored {
      found += try session.items(ItemQuery(itemClass, isSynchronizable: nil), [])
    }
    for (count, item) in found.enumerated() {
      progress.show(count, of: found.count)
      if let item = try session.item(item, showsSecrets ? [.attributes, .secret] : .attributes) {
        try body(printer.description(of: item) + further(item))
      } else if let item = try session.item(item, .attributes) {
        unreadable += 1
        try body(printer.description(of: item))
      }
    }
    return unreadable
  }

  private func further(_ item: Item) -> [UInt8] {
    var lines: [UInt8] = []
    if showsAccess { lines += "no access control for this item\n".utf8 }
    if showsSecrets {
      lines += "data:\n".utf8
      ByteRule.append(item.secret ?? [], to: &lines)
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
      "-a  print access lists; no item has one",
      "-d  print the secrets",
      "-i  edit access lists; no item has one",
      "-r  not available: what is stored is sealed as a whole",
      "-o  write to a file that only its owner may read",
    ],
    options: OptionSyntax("adiro:")
  ) { (arguments, session) throws(CommandFailure) in
    guard !arguments.has("r") else {
      throw .failed("dump-keychain: -r: what is stored is sealed as a whole; use -d.")
    }
    try session.checkKeychains(arguments.operands)
    let dump = DumpKeychain(
      session: session, showsSecrets: arguments.has("d"),
      showsAccess: arguments.has("a") || arguments.has("i"),
      progress: session.progress("dumped", printsResults: !arguments.has("o")))
    let unreadable: Int
    if let path = arguments.value("o") {
      var file = try OutputFile(path)
      unreadable = try dump.forEachItem { (lines) throws(CommandFailure) in try file.write(lines) }
      try file.finish()
    } else {
      unreadable = try dump.forEachItem { (lines) throws(CommandFailure) in
        session.console.write(lines)
      }
    }
    guard unreadable == 0 else {
      throw .failed("secrets that cannot be read: \(unreadable); verify-keychain says why")
    }
  }
}
