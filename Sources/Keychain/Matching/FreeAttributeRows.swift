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
struct FreeAttributeRows {
  /// The rows of one access group.
  private struct Branch {
    let key: Connection.FreeAttributeKey
    let others: [BlindValue]
    /// The row numbers that were read but not returned yet, in descending order.
    var rows: [Int64]
    /// The last row number that was read.
    var last: Int64
  }

  private let connection: Connection
  private var branches: [Branch] = []

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
    for group in groups {
      guard let branch = try Self.branch(key, in: group, session) else { continue }
      branches.append(branch)
    }
  }

  /// Returns nil when the search finds a pair that no row of the group has.
  private static func branch(
    _ key: MatchPlan.FreeAttributeKey, in group: BlindValue, _ session: ItemSession
  ) throws(KeychainError) -> Branch? {
    let (blinder, connection) = (session.sealer.blinder, session.connection)
    var rarest: (pair: BlindValue, rows: [Int64])?
    var others: [BlindValue] = []
    switch key {
    case .all(let map):
      let key = Connection.FreeAttributeKey.map(try blinder.map(map, in: group))
      return try branch(
        key, others: [], try connection.rows(with: key, after: .min, limit: batchCount))
    case .some(let map):
      for pair in map.pairs {
        let value = try blinder.pair(pair, in: group)
        // A pair with so few rows is rare enough: looking up the other pairs for its rows costs less than counting theirs.
        if let rarest, rarest.rows.count <= rareCount {
          others.append(value)
          continue
        }
        let rows = try connection.rows(with: .pair(value), after: .min, limit: countLimit)
        guard !rows.isEmpty else { return nil }
        if let former = rarest, former.rows.count <= rows.count {
          others.append(value)
        } else {
          if let former = rarest { others.append(former.pair) }
          rarest = (value, rows)
        }
      }
    }
    guard let rarest else { return nil }
    return try branch(.pair(rarest.pair), others: others, rarest.rows)
  }

  private static func branch(
    _ key: Connection.FreeAttributeKey, others: [BlindValue], _ rows: [Int64]
  ) throws(KeychainError) -> Branch? {
    guard let last = rows.last else { return nil }
    return Branch(key: key, others: others, rows: rows.reversed(), last: last)
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
      if hasAll { return number }
    }
    return nil
  }

  private mutating func refill(_ position: Int) throws(KeychainError) {
    let rows = try connection.rows(
      with: branches[position].key, after: branches[position].last, limit: Self.batchCount)
    branches[position].rows = rows.reversed()
    branches[position].last = rows.last ?? .max
  }
}
