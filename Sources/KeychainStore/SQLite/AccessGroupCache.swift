import KeychainModel

/// A cache of the access groups that have rows, for one state of the database.
struct AccessGroupCache {
  /// A state of the database, from the view of one connection.
  struct State: Equatable {
    /// SQLite's data version. This number changes after each transaction of another connection.
    let version: UInt32
    /// The number of changes that this connection has made.
    let changeCount: Int64
  }

  private struct Group {
    let itemClass: ItemClass
    let value: BlindValue
    let hasRows: Bool
  }

  private var state: State?
  private var groups: [Group] = []

  /// The largest number of cached access groups. A program uses only a few access groups.
  private static let capacity = 16

  /// Whether a group has rows; nil when the group was not looked up in this state.
  func hasRows(_ group: BlindValue, of itemClass: ItemClass, in state: State) -> Bool? {
    guard state == self.state else { return nil }
    for known in groups where known.value == group && known.itemClass == itemClass {
      return known.hasRows
    }
    return nil
  }

  mutating func note(
    _ hasRows: Bool, _ group: BlindValue, of itemClass: ItemClass, in state: State
  ) {
    if state != self.state {
      self.state = state
      groups.removeAll(keepingCapacity: true)
    }
    guard groups.count < Self.capacity else { return }
    groups.append(Group(itemClass: itemClass, value: group, hasRows: hasRows))
  }
}
