import Keychain
import KeychainModel

/// The items of a keychain for a command that hands over all of them, and how many it cannot.
struct Inventory {
  /// The items, by class and in the order of creation.
  private(set) var items: [Item] = []

  /// How many items could not be read at all: nobody can tell which, nor of which group.
  private(set) var lost: Int

  /// How many of the items have secrets that cannot be read.
  var unreadableSecrets = 0

  /// How many items ask for a proof each time they are used, which nobody is asked for here.
  private var guarded: Int

  private var hasVanished = false

  private let itemClasses: [ItemClass]

  /// Lists the items of these classes.
  ///
  /// - Parameter contents: What the list holds of each; few commands have room for that of all items.
  /// - Throws: What a search throws. A keychain with items that are locked fails as a whole.
  init(
    of session: Session, _ itemClasses: [ItemClass], _ attributes: AttributeSet = AttributeSet(),
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
    _ session: Session, _ itemClasses: [ItemClass]
  ) throws(CommandFailure) -> UnreadableRows.Count {
    try session.withKeychain(in: Session.searching) { (keychain) throws(KeychainError) in
      try keychain.countUnreadable(of: itemClasses)
    }
  }

  /// Notes that an item of the list was not found any more: deleted meanwhile, or damaged.
  mutating func noteVanished() { hasVanished = true }

  /// What is to be said once the items were handed over; nothing when none is missing.
  mutating func complaints(_ session: Session) throws(CommandFailure) -> [String] {
    if hasVanished { lost = max(lost, try Self.count(session, itemClasses).damaged) }
    var complaints: [String] = []
    if unreadableSecrets > 0 {
      complaints.append(
        "secrets that cannot be read: \(unreadableSecrets); verify-keychain says why")
    }
    if lost > 0 {
      complaints.append(
        "items that cannot be read and are left out: \(lost); verify-keychain says why")
    }
    if guarded > 0 {
      complaints.append("items whose access control asks for a proof are left out: \(guarded)")
    }
    return complaints
  }
}
