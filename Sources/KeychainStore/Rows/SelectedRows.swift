package import KeychainModel

/// The rows of a selection, in the order of creation.
///
/// Each access group has a branch of its index for local items and one for synchronizable ones, or one of both. They are
/// read side by side, and the smallest number is next. To be used in a transaction.
package struct SelectedRows: ~Copyable {
  private let connection: Connection
  private let selection: RowSelection
  private let itemClass: ItemClass
  private let indexCount: Int
  private var groupCount = 0
  /// In descending order, so that the next is the last.
  private var cursors: [RowCursor] = []
  /// Whether the last cursor is on the row that was passed on.
  private var isLastUsed = false

  package init(_ selection: RowSelection, of itemClass: ItemClass, on connection: Connection) {
    self.selection = selection
    self.itemClass = itemClass
    self.connection = connection
    indexCount = ItemSchema.of(itemClass).indices.count
  }

  deinit { for cursor in cursors { cursor.close() } }

  /// Whether the branch of a group is worth its computation.
  ///
  /// The first branch begins what the transaction sees of the database; what is remembered of the groups is of that
  /// state, or is forgotten.
  package func mayHaveRows(_ group: BlindValue) throws(KeychainError) -> Bool {
    if selection.groupsHaveRows || (groupCount == 0 && !selection.mayBeEmpty) { return true }
    return try connection.hasRows(group, of: itemClass)
  }

  /// Adds the branch of a group. To be called before the first row is taken.
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

  /// Moves to the next row; false after the last.
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

  /// The row that `advance` moved to; nil when its readable columns are damaged.
  package func row() -> StoredRow? { cursors.last?.row(indexCount: indexCount) }
}
