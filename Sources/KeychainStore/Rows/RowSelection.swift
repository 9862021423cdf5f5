package import KeychainModel

/// Which rows of a class may match: found by an index, never by reading the table.
package struct RowSelection: Sendable {
  /// How rows are found: each access group has a branch.
  package enum Key: Sendable {
    /// An index of the class's schema, by its position.
    case index(Int)
    /// A parent domain of the server.
    case domain
    case group
  }

  /// The blind values that one access group gives.
  package struct Branch: Sendable {
    /// The value of the key.
    package var key: BlindValue
    /// The values of `further`, in its order.
    package var further: [BlindValue]

    package init(key: BlindValue, further: [BlindValue] = []) {
      self.key = key
      self.further = further
    }
  }

  package var key: Key
  /// Other indices whose value is compared as well, in ascending order.
  package var further: [Int]
  /// The blind values of the access groups, each a branch.
  package var groups: [BlindValue]
  /// Whether it is known that each group has rows.
  package var groupsHaveRows: Bool
  /// Whether a group is likely to have no rows, so that this is looked up before its branch is computed.
  package var mayBeEmpty = false
  /// Nil: both.
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
