import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Finds the row numbers, in ascending order, of the items that have at least the given free attributes, or exactly the
/// given free attributes.
///
/// A free attribute is a pair of a name and a value. If several pairs are given, the search reads the rows of the
/// rarest pair and looks up the other pairs for each row. The search needs many look-ups only when every pair is common
/// and no item has all pairs.
///
/// If the search finds a pair that only one row of the group has, it does not look up the other pairs. The caller usually
/// opens the row and compares its free attributes, which costs less. A caller that cannot open the row calls
/// `hasAllPairs`.
struct FreeAttributeRows {
  /// The rows of one access group.
  private struct Branch {
    let key: Connection.FreeAttributeKey
    let group: BlindValue
    /// The pairs that are looked up for each row.
    var others: [BlindValue] = []
    /// The pairs that are looked up only when the caller asks.
    var unchecked: [FreeAttributes.Pair] = []
    /// The row numbers that were read but not returned yet, in descending order.
    var rows: [Int64]
    /// The last row number that was read; nil when all rows were read.
    var last: Int64?

    /// - Parameters:
    ///   - rows: The first rows with the key, in ascending order.
    ///   - limit: The number of rows that were requested.
    init(_ key: Connection.FreeAttributeKey, _ group: BlindValue, _ rows: [Int64], limit: Int) {
      self.key = key
      self.group = group
      self.rows = rows.reversed()
      last = rows.count < limit ? nil : rows.last
    }
  }

  private let connection: Connection
  private let blinder: Blinder
  /// Whether opening a row costs less than looking up its pairs. With a credential, opening a row may derive a key from a
  /// password.
  private let opensCheaply: Bool
  private var branches: [Branch] = []
  /// The row that `next` returned last, and the position of its branch.
  private var current: (row: Int64, branch: Int)?

  /// The search for the rarest pair counts the rows of each pair up to this limit. All pairs that reach the limit are
  /// treated as equally common.
  private static let countLimit = 65
  private static let batchCount = 64
  /// The number of rows up to which a pair is rare.
  private static let rareCount = 4

  /// - Parameters:
  ///   - key: The free attributes that a row must have.
  ///   - groups: The access groups to search.
  init(
    _ key: MatchPlan.FreeAttributeKey, in groups: [BlindValue], _ session: ItemSession
  ) throws(KeychainError) {
    connection = session.connection
    blinder = session.sealer.blinder
    opensCheaply = session.sealer.credential == nil
    for group in groups {
      guard let branch = try branch(key, in: group) else { continue }
      branches.append(branch)
    }
  }

  /// Returns nil when the search finds a pair that no row of the group has.
  private func branch(
    _ key: MatchPlan.FreeAttributeKey, in group: BlindValue
  ) throws(KeychainError) -> Branch? {
    switch key {
    case .all(let map):
      let key = Connection.FreeAttributeKey.map(try blinder.map(map, in: group))
      let rows = try connection.rows(with: key, after: .min, limit: Self.batchCount)
      return rows.isEmpty ? nil : Branch(key, group, rows, limit: Self.batchCount)
    case .some(let map): return try branch(map.pairs, in: group)
    }
  }

  private func branch(
    _ pairs: [FreeAttributes.Pair], in group: BlindValue
  ) throws(KeychainError) -> Branch? {
    var rarest: (pair: BlindValue, rows: [Int64])?
    var others: [BlindValue] = []
    for (position, pair) in pairs.enumerated() {
      let value = try blinder.pair(pair, in: group)
      // A pair with so few rows is rare enough: looking up the other pairs for its rows costs less than counting theirs.
      if let rarest, rarest.rows.count <= Self.rareCount {
        others.append(value)
        continue
      }
      let rows = try connection.rows(with: .pair(value), after: .min, limit: Self.countLimit)
      guard !rows.isEmpty else { return nil }
      if rows.count == 1, opensCheaply {
        var branch = Branch(.pair(value), group, rows, limit: Self.countLimit)
        branch.unchecked = pairs
        branch.unchecked.remove(at: position)
        return branch
      }
      if let former = rarest, former.rows.count <= rows.count {
        others.append(value)
      } else {
        if let former = rarest { others.append(former.pair) }
        rarest = (value, rows)
      }
    }
    guard let rarest else { return nil }
    var branch = Branch(.pair(rarest.pair), group, rarest.rows, limit: Self.countLimit)
    branch.others = others
    return branch
  }

  /// Returns the next row number, or nil after the last row number.
  mutating func next() throws(KeychainError) -> Int64? {
    while let position = branches.indices.min(by: {
      branches[$0].rows.last ?? .max < branches[$1].rows.last ?? .max
    }),
      let number = branches[position].rows.popLast()
    {
      if branches[position].rows.isEmpty { try refill(position) }
      var hasAll = true
      for pair in branches[position].others where hasAll {
        hasAll = try connection.hasPair(pair, row: number)
      }
      guard hasAll else { continue }
      current = (number, position)
      return number
    }
    return nil
  }

  private mutating func refill(_ position: Int) throws(KeychainError) {
    guard let last = branches[position].last else { return }
    let rows = try connection.rows(with: branches[position].key, after: last, limit: Self.batchCount)
    branches[position].rows = rows.reversed()
    branches[position].last = rows.count < Self.batchCount ? nil : rows.last
  }

  /// Whether the row that `next` returned last has all pairs. A caller that compares the free attributes of the opened
  /// row does not need this function.
  func hasAllPairs() throws(KeychainError) -> Bool {
    guard let (row, position) = current else { return true }
    let branch = branches[position]
    for pair in branch.unchecked {
      guard try connection.hasPair(try blinder.pair(pair, in: branch.group), row: row) else { return false }
    }
    return true
  }
}
