package import KeychainModel

/// The rows of a selection, in creation order. Use this type in a transaction.
///
/// The rows of an access group are in at most two branches of an index: one branch for local items, and one branch for
/// synchronizable items. This type merges the branches by row number.
package struct SelectedRows: ~Copyable {
  private let connection: Connection
  private let selection: RowSelection
  private let itemClass: ItemClass
  private let indexCount: Int
  private var groupCount = 0
  /// The cursors in descending order of row number. The last cursor has the next row.
  private var cursors: [RowCursor] = []
  /// Whether the row of the last cursor is the current row, to which `advance` has moved.
  private var isLastUsed = false

  package init(_ selection: RowSelection, of itemClass: ItemClass, on connection: Connection) {
    self.selection = selection
    self.itemClass = itemClass
    self.connection = connection
    indexCount = ItemSchema.of(itemClass).indices.count
  }

  deinit { for cursor in cursors { cursor.close() } }

  /// Whether an access group may have rows. If the result is false, the caller does not add the branch of the group.
  ///
  /// For the first branch, this function returns true without a search, unless `selection.mayBeEmpty` is true. A search
  /// could return a cached result. A cached result is valid for one snapshot only, and the snapshot of the transaction
  /// begins only when the first branch is read.
  package func mayHaveRows(_ group: BlindValue) throws(KeychainError) -> Bool {
    if selection.groupsHaveRows || (groupCount == 0 && !selection.mayBeEmpty) { return true }
    return try connection.hasRows(group, of: itemClass)
  }

  /// Adds the branch of a group. All branches must be added before the first row is taken.
  package mutating func add(_ branch: RowSelection.Branch) throws(KeychainError) {
    groupCount += 1
    let key = StatementKey.select(itemClass, selection.condition)
    for isSynchronizable in [false, true]
    where selection.isSynchronizable ?? isSynchronizable == isSynchronizable {
      let cursor = try RowCursor(
        key, branch, selection, isSynchronizable: isSynchronizable, connection)
      if cursor.number == nil { cursor.close() } else { cursors.place(cursor) }
    }
  }

  /// Moves to the next row. Returns false after the last row.
  package mutating func advance() throws(KeychainError) -> Bool {
    if isLastUsed {
      isLastUsed = false
      guard var cursor = cursors.popLast() else { return false }
      do throws(KeychainError) {
        try cursor.advance()
      } catch {
        cursor.close()
        throw error
      }
      if cursor.number == nil { cursor.close() } else { cursors.place(cursor) }
    }
    isLastUsed = !cursors.isEmpty
    return isLastUsed
  }

  /// The current row; nil when its unsealed columns are damaged.
  package func row() -> ItemRow? { cursors.last?.row(indexCount: indexCount) }
}

/// The rows of one branch, in order. Only the number of the current row is read, until the row
/// itself is needed.
struct RowCursor {
  private let statement: Statement
  private let key: StatementKey
  private let connection: Connection

  /// The number of the current row; nil after the last row.
  private(set) var number: Int64?

  init(
    _ key: StatementKey, _ branch: RowSelection.Branch, _ selection: RowSelection,
    isSynchronizable: Bool, _ connection: Connection
  ) throws(KeychainError) {
    self.key = key
    self.connection = connection
    statement = try connection.checkOut(key)
    do throws(KeychainError) {
      try branch.bind(to: statement, selection, isSynchronizable: isSynchronizable)
      try advance()
    } catch {
      close()
      throw error
    }
  }

  mutating func advance() throws(KeychainError) {
    number = try statement.step() ? statement.integer(0) : nil
  }

  /// The current row; nil when its unsealed columns are damaged.
  func row(indexCount: Int) -> ItemRow? { ItemRow(statement, indexCount: indexCount) }

  func close() { connection.checkIn(statement, key) }
}

extension RowCursor {
  /// Whether the current row comes after the current row of another cursor.
  func isBehind(_ other: RowCursor) -> Bool { (number ?? .max) > (other.number ?? .max) }
}

extension [RowCursor] {
  /// Inserts a cursor into this array, which is in descending order of row number.
  mutating func place(_ cursor: RowCursor) {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].isBehind(cursor) { low = middle + 1 } else { high = middle }
    }
    insert(cursor, at: low)
  }
}

extension RowSelection.Branch {
  func bind(
    to statement: Statement, _ selection: RowSelection, isSynchronizable: Bool
  ) throws(KeychainError) {
    try statement.bind(key, at: 1)
    statement.bind(isSynchronizable ? 1 : 0, at: 2)
    statement.bind(selection.isTombstone ? 1 : 0, at: 3)
    for (position, value) in further.enumerated() {
      try statement.bind(value, at: Int32(4 + position))
    }
  }
}
