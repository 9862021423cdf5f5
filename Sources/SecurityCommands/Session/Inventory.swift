import Keychain
import KeychainModel

/// The items of a keychain, for a command that processes all items. The inventory also contains the numbers of items
/// that the command cannot process.
struct Inventory {
  /// The items, ordered by class. The items of a class are in the order of their creation.
  private(set) var items: [Item] = []

  /// The number of items whose attributes and secrets cannot be read. The account, the service and the access group of
  /// such an item are unknown.
  private(set) var lost: Int

  /// The number of items whose secrets cannot be read.
  var unreadableSecrets = 0

  /// The number of items whose access control requires a proof. A command that processes all items does not ask for
  /// proofs.
  private var guarded: Int

  private var hasVanished = false

  private let itemClasses: [ItemClass]

  /// Reads the list of the items of the given classes.
  ///
  /// - Parameter contents: The parts of each item that the list contains. Most commands list no contents, because the
  ///   contents of all items can exceed the memory.
  /// - Throws: The failures of a search. If any item is locked, the whole call fails.
  init(
    of session: CommandSession, _ itemClasses: [ItemClass], _ attributes: AttributeSet = AttributeSet(),
    contents: ItemContents = []
  ) throws(CommandFailure) {
    self.itemClasses = itemClasses
    let count = try Self.count(session, itemClasses)
    lost = count.damaged
    guarded = count.guarded
    for itemClass in itemClasses {
      items += try session.items(
        ItemQuery(itemClass, attributes: attributes, isSynchronizable: nil), contents)
    }
  }

  private static func count(
    _ session: CommandSession, _ itemClasses: [ItemClass]
  ) throws(CommandFailure) -> UnreadableCount {
    try session.withKeychain(in: CommandSession.searching) { (keychain) throws(KeychainError) in
      try keychain.countUnreadable(of: itemClasses)
    }
  }

  /// Records that a listed item was not found. The item was deleted in the meantime, or is damaged.
  mutating func noteVanished() { hasVanished = true }

  /// Returns messages about the items and secrets that the command left out. Returns an empty array if the command left
  /// out nothing.
  mutating func warnings(_ session: CommandSession) throws(CommandFailure) -> [String] {
    if hasVanished { lost = max(lost, try Self.count(session, itemClasses).damaged) }
    var warnings: [String] = []
    if unreadableSecrets > 0 {
      warnings.append(
        "secrets that cannot be read: \(unreadableSecrets); verify-keychain says why")
    }
    if lost > 0 {
      warnings.append(
        "items that cannot be read and are left out: \(lost); verify-keychain says why")
    }
    if guarded > 0 {
      warnings.append("items whose access control asks for a proof are left out: \(guarded)")
    }
    return warnings
  }
}
