import KeychainModel

/// The numbers of the rows of one branch, in order.
///
/// It only reads an index: rows themselves are read once their turn has come.
struct RowCursor {
  private let statement: Statement
  private let key: StatementKey
  private let connection: Connection
  private(set) var current: Int64?

  init(
    _ branch: RowSelection.Branch, _ selection: RowSelection, isSynchronizable: Bool,
    in itemClass: ItemClass, _ connection: Connection
  ) throws(KeychainError) {
    key = .identifiersAfter(itemClass, selection.condition)
    self.connection = connection
    statement = try connection.borrow(key)
    do throws(KeychainError) {
      try branch.bind(to: statement, selection, isSynchronizable: isSynchronizable)
      try advance()
    } catch {
      close()
      throw error
    }
  }

  mutating func advance() throws(KeychainError) {
    current = try statement.step() ? statement.integer(0) : nil
  }

  func close() { connection.giveBack(statement, key) }
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
