package import KeychainModel

/// Selects the rows of a class that may match a query. SQLite finds the rows with an index and never reads the whole
/// table.
package struct RowSelection: Sendable {
  /// The index that finds rows. Each access group has its own branch of the index.
  package enum Key: Sendable {
    /// An index in the class's schema, by its position.
    case index(Int)
    /// The index of parent domains of the server.
    case domain
    case group
  }

  /// The blind values of one access group.
  package struct Branch: Sendable {
    /// The value of the key.
    package var key: BlindValue
    /// The blind values of the further attributes that the query compares. `RowSelection.further` has their indices, in
    /// the same order.
    package var further: [BlindValue]

    package init(key: BlindValue, further: [BlindValue] = []) {
      self.key = key
      self.further = further
    }
  }

  package var key: Key
  /// The positions of additional indices, in ascending order. A selected row must have the right value for the index in
  /// `key` and for each additional index.
  package var further: [Int]
  /// The blind values of the access groups. Each access group has its own branch of the index.
  package var groups: [BlindValue]
  /// Whether every group certainly has rows.
  package var groupsHaveRows: Bool
  /// If true, the search first checks whether a group has rows, and computes the blind values only for a group that has
  /// rows. If false, the search computes the blind values of the first group without this check.
  package var mayBeEmpty = false
  /// Whether to select synchronizable rows or local rows; nil selects both.
  package var isSynchronizable: Bool?
  package var isTombstone: Bool

  package init(
    key: Key, further: [Int] = [], groups: [BlindValue], groupsHaveRows: Bool = false,
    isSynchronizable: Bool?, isTombstone: Bool
  ) {
    self.key = key
    self.further = further
    self.groups = groups
    self.groupsHaveRows = groupsHaveRows
    self.isSynchronizable = isSynchronizable
    self.isTombstone = isTombstone
  }

  var condition: StatementKey.Condition {
    let bits = further.reduce(into: UInt16(0)) { $0 |= 1 << $1 }
    return switch key {
    case .index(let position): .indexed(key: UInt8(position), further: bits)
    case .domain: .domain(further: bits)
    case .group: .group(further: bits)
    }
  }
}
