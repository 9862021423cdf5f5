package import KeychainModel

/// The rows of a selection, in creation order.
///
/// Each access group has a branch of the index for local items, a branch for synchronizable items, or both. The
/// branches are merged by row number. Use it in a transaction.
package struct SelectedRows: ~Copyable {
  private let connection: Connection
  private let selection: RowSelection
  private let itemClass: ItemClass
  private let indexCount: Int
  private var groupCount = 0
  /// In descending order of row number: the next row is that of the last cursor.
  private var cursors: [RowCursor] = []
  /// Whether the row of the last cursor was already passed on.
  private var isLastUsed = false

  package init(_ selection: RowSelection, of itemClass: ItemClass, on connection: Connection) {
    self.selection = selection
    self.itemClass = itemClass
    self.connection = connection
    indexCount = ItemSchema.of(itemClass).indices.count
  }

  deinit { for cursor in cursors { cursor.close() } }

  /// Whether a group may have rows, so that its branch must be computed.
  ///
  /// For the first branch, this does not look for rows: the cached results belong to the snapshot of
  /// the transaction, and reading the first branch begins this snapshot.
  package func mayHaveRows(_ group: BlindValue) throws(KeychainError) -> Bool {
    if selection.groupsHaveRows || (groupCount == 0 && !selection.mayBeEmpty) { return true }
    return try connection.hasRows(group, of: itemClass)
  }

  /// Adds the branch of a group. Call it before the first row is taken.
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

  /// Moves to the next row. Returns false after the last one.
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
