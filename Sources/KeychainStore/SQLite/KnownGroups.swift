import KeychainModel

/// Which access groups have rows, as far as it was looked up in the present state of the database.
struct KnownGroups {
  /// A state of the database as one connection knows it.
  struct State: Equatable {
    /// SQLite's number, another after each transaction of another connection.
    let version: UInt32
    /// The changes of this connection so far.
    let changeCount: Int64
  }

  private struct Group {
    let itemClass: ItemClass
    let value: BlindValue
    let hasRows: Bool
  }

  private var state: State?
  private var groups: [Group] = []

  /// The most groups remembered. A program has a few.
  private static let capacity = 16

  /// Nil when it was not looked up in this state.
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
