import Keychain
import KeychainModel

/// The items of a keychain for a command that processes all of them, and the numbers of items that it cannot process.
struct Inventory {
  /// The items, by class and in the order of creation.
  private(set) var items: [Item] = []

  /// The number of items that could not be read at all. Their identity and access group are unknown.
  private(set) var lost: Int

  /// The number of items whose secrets cannot be read.
  var unreadableSecrets = 0

  /// The number of items that require a proof for each use. These commands do not ask for proofs.
  private var guarded: Int

  private var hasVanished = false

  private let itemClasses: [ItemClass]

  /// Reads the list of items of these classes.
  ///
  /// - Parameter contents: The parts of each item that the list contains. Memory limits this: most commands cannot
  ///   hold the contents of all items.
  /// - Throws: The errors of a search. If any item is locked, the whole call fails.
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

  /// Records that a listed item was not found: it was deleted in the meantime, or is damaged.
  mutating func noteVanished() { hasVanished = true }

  /// Returns the messages to print after the items; empty if no item is missing.
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
