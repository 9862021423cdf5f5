import KeychainModel

/// The rows of one branch, in order. Only the number of the current row is read, until the row
/// itself is needed.
struct RowCursor {
  private let statement: Statement
  private let key: StatementKey
  private let connection: Connection

  /// The number of the current row; nil after the last.
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
  /// Inserts a cursor into the list, which is in descending order.
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
