import Keychain
import KeychainModel
import PasswordTransfer

/// Finds the password that the arguments select by account, service or server, label, and a part of a name. If several
/// items match, the command fails, because the command must not use a wrong secret.
struct ItemChoice {
  let session: CommandSession
  let arguments: Arguments

  /// Whether the arguments select a seed of one-time passwords instead of a password.
  let isOfSeeds: Bool

  static let letters = "a:s:l:"
  static let synopsis = "[-a account] [-s name] [-l label] [text]"
  static let details = [
    "-a  account",
    "-s  service or server",
    "-l  label",
    "--access-group  access group",
    "text  part of a service, server, account or label, in any case; an exact name comes first",
  ]

  /// The maximum number of items that a message lists.
  private static let shown = 20

  /// Finds the item and its attributes.
  ///
  /// - Throws: A failure with the usage status if the arguments contain no criterion; a failure with the status of a
  ///   missing item if no item matches; a failure with the status 1 if several items match.
  func item() throws(CommandFailure) -> Item {
    let isNamed = ["a", "s", "l"].contains(where: arguments.has) || !arguments.operands.isEmpty
    guard isNamed, arguments.operands.count <= 1, arguments.operands.first?.bytes.isEmpty != true
    else { throw .usage }
    let found = closest(try candidates())
    guard let first = found.first else { return try guardedItem() }
    guard found.count == 1 else { throw ambiguous(found) }
    return first.item
  }

  private func candidates() throws(CommandFailure) -> [NamedItem] {
    guard try isPresent() else { return [] }
    var items: [NamedItem] = []
    for itemClass in ItemClass.passwords {
      let query = ItemQuery(
        itemClass, attributes: try attributes(of: itemClass), isSynchronizable: nil)
      items += try session.items(query, .attributes).map(NamedItem.init)
    }
    return items.filter { !CertificatePreference.isOne($0.item) && matches($0) }
  }

  /// Finds an item whose access control requires a proof. The search that lists items skips such an item. This function
  /// asks the user for the proof and reads the item.
  private func guardedItem() throws(CommandFailure) -> Item {
    let notFound = CommandFailure.keychain(
      KeychainError(.itemNotFound, "no item"), in: CommandSession.searching)
    guard arguments.operands.isEmpty, try isPresent() else { throw notFound }
    for itemClass in ItemClass.passwords {
      do throws(CommandFailure) {
        let query = ItemQuery(
          itemClass, attributes: try attributes(of: itemClass), isSynchronizable: nil)
        let item = try session.firstItem(query, .attributes)
        if matches(NamedItem(item)) { return item }
      } catch {
        guard error.isItemNotFound else { throw error }
      }
    }
    throw notFound
  }

  /// Returns whether the keychain exists. A search must not create a keychain.
  private func isPresent() throws(CommandFailure) -> Bool {
    try session.withKeychain(in: CommandSession.searching) { (keychain) throws(KeychainError) in
      try keychain.isPresent()
    }
  }

  private func attributes(of itemClass: ItemClass) throws(CommandFailure) -> AttributeSet {
    var attributes = AttributeSet()
    attributes[.account] = arguments.value("a")?.attributeValue
    attributes[.label] = arguments.value("l")?.attributeValue
    attributes[.accessGroup] = try PasswordKind.generic.accessGroup(in: arguments)
    // The service of a seed has the prefix `otp:`, which the user does not type. So a query for seeds contains no
    // service.
    if !isOfSeeds, let word = arguments.value("s") {
      attributes[itemClass == .genericPassword ? .service : .server] = word.attributeValue
    }
    return attributes
  }

  private func matches(_ item: NamedItem) -> Bool {
    if let word = arguments.value("s"), !names(item).contains(word.bytes) { return false }
    guard let word = arguments.operands.first else { return true }
    return item.contains(NamePattern(word))
  }

  /// Returns the names by which the user may select an item.
  private func names(_ item: NamedItem) -> [[UInt8]] {
    guard OneTimePasswordItem.isOne(item.item.itemClass, item.item.attributes) else {
      return [item.bytes(.service), item.bytes(.server)]
    }
    let service = String(decoding: item.bytes(.service), as: UTF8.self)
    return [item.bytes(.service)]
      + OneTimePasswordItem.names(ofService: service).map { Array($0.utf8) }
  }

  /// Returns the items that match best. If some items are of the selected kind (seed or password), the result contains
  /// only these items. If the name of such an item equals the given name, the result contains only items with this
  /// name.
  private func closest(_ items: [NamedItem]) -> [NamedItem] {
    let isSeed = { (item: NamedItem) in
      OneTimePasswordItem.isOne(item.item.itemClass, item.item.attributes)
    }
    var found = preferring(items) { isSeed($0) == isOfSeeds }
    if isOfSeeds, !found.contains(where: isSeed) {
      found = preferring(found) { SeedInComment.line(of: $0.bytes(.comment)) != nil }
    }
    guard let word = arguments.operands.first else { return found }
    return preferring(found) { (names($0) + [$0.label]).contains(word.bytes) }
  }

  private func preferring(
    _ items: [NamedItem], _ isPreferred: (NamedItem) -> Bool
  ) -> [NamedItem] {
    let preferred = items.filter(isPreferred)
    return preferred.isEmpty ? items : preferred
  }

  private func ambiguous(_ items: [NamedItem]) -> CommandFailure {
    let lines = items.sorted(by: NamedItem.isBefore).prefix(Self.shown).map { $0.line }
    let rest = items.count > Self.shown ? ["and \(items.count - Self.shown) more"] : []
    return CommandFailure(
      status: 1, ["several items have that name; -s and -a name one of them:"] + lines + rest)
  }
}
