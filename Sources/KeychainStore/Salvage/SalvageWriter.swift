import KeychainModel

/// Writes salvaged rows into a new database.
///
/// Of rows with the same identifier or uniqueness key the first is kept: those that a tree leads
/// to come before those that were found without one.
final class SalvageWriter {
  private let connection: Connection
  /// Rows whose number another row has: they get a number at the end.
  private var unnumbered: [(table: SalvageTable, columns: [SQLValue])] = []
  private var looseChunks: [Int64] = []
  private var bytesSinceCommit = 0

  /// Whether a row of a tree could not be kept.
  private(set) var hasLostRows = false
  /// Whether a row was kept that no tree led to.
  private(set) var hasLooseRows = false
  private(set) var rowCount = 0

  init(_ connection: Connection) { self.connection = connection }

  /// Runs `body` with the writer in transactions of limited size. The database is not in use
  /// before all of them are done.
  static func write(
    to connection: Connection, _ body: (SalvageWriter) throws(KeychainError) -> Void
  ) throws(KeychainError) -> SalvageWriter {
    let writer = SalvageWriter(connection)
    try connection.write { () throws(KeychainError) in
      try body(writer)
      try writer.finish()
    }
    return writer
  }

  func add(_ row: ScannedRow) throws(KeychainError) {
    guard let table = SalvageTable.table(of: row), let columns = table.columns(of: row) else {
      // Rows of other tables also lie on the pages that no tree leads to.
      if row.table != nil { hasLostRows = true }
      return
    }
    // Columns that a later version added are not known here.
    if row.values.count > table.kinds.count { hasLostRows = true }
    try commitIfLarge(columns)
    if try insert(columns, number: row.number, into: table) {
      rowCount += 1
      guard row.table == nil else { return }
      hasLooseRows = true
      if table.name == SalvageTable.chunk.name { looseChunks.append(row.number) }
    } else if try isKept(columns, table) {
      if row.table != nil { hasLostRows = true }
    } else {
      unnumbered.append((table, columns))
    }
  }

  private func finish() throws(KeychainError) {
    for (table, columns) in unnumbered {
      if try insert(columns, number: nil, into: table) {
        rowCount += 1
      } else {
        hasLostRows = true
      }
    }
    for number in looseChunks { try removeChunkWithoutRow(number) }
    if try hasChunkGaps() { hasLostRows = true }
    try connection.rebuildChanges()
  }

  // MARK: Inserting

  /// False when something in the way has the number, the identifier or the uniqueness key.
  private func insert(
    _ columns: [SQLValue], number: Int64?, into table: SalvageTable
  ) throws(KeychainError) -> Bool {
    do throws(KeychainError) {
      try connection.withStatement(table.insertion) { (statement) throws(KeychainError) in
        // A null in the place of the number lets SQLite choose the next.
        if let number { statement.bind(number, at: 1) }
        for (index, value) in columns.enumerated() {
          try statement.bind(value, at: Int32(index + 2))
        }
        try statement.run()
      }
      return true
    } catch {
      guard error.code == .duplicateItem else { throw error }
      return false
    }
  }

  /// Whether the new database has this row, or another in its place.
  private func isKept(
    _ columns: [SQLValue], _ table: SalvageTable
  ) throws(KeychainError) -> Bool {
    if let itemClass = table.itemClass {
      let position = Table.leadingColumns.firstIndex(of: "ukey").map { $0 - 1 } ?? 0
      return try isTaken(.select(itemClass, .identifier), columns[1])
        || isTaken(.select(itemClass, .uniqueness), columns[position])
    }
    guard table.name == SalvageTable.chunk.name else { return false }
    return try connection.withStatement(.selectChunk) { (statement) throws(KeychainError) in
      try statement.bind(columns[1], at: 1)
      try statement.bind(columns[2], at: 2)
      return try statement.step()
    }
  }

  private func isTaken(
    _ key: StatementKey, _ value: SQLValue
  ) throws(KeychainError) -> Bool {
    try connection.withStatement(key) { (statement) throws(KeychainError) in
      try statement.bind(value, at: 1)
      return try statement.step()
    }
  }

  // MARK: Chunks

  /// A chunk that was found without a tree, and whose row is not there, was deleted with it.
  private func removeChunkWithoutRow(_ number: Int64) throws(KeychainError) {
    let owners = ItemClass.stored.map { "SELECT ref FROM \($0.rawValue)" }
    try connection.execute(
      "DELETE FROM chunk WHERE id = \(number)"
        + " AND ref NOT IN (\(owners.joined(separator: " UNION ALL ")))")
  }

  private func hasChunkGaps() throws(KeychainError) -> Bool {
    try connection.integer(
      "SELECT EXISTS (SELECT 1 FROM chunk GROUP BY ref HAVING count(*) <> max(seq) + 1)") != 0
  }

  // MARK: Transactions

  /// Ends the transaction now and then: the log of one that writes a whole database would be as
  /// large as the database.
  private func commitIfLarge(_ columns: [SQLValue]) throws(KeychainError) {
    bytesSinceCommit += columns.reduce(100) { $0 + ($1.blob?.count ?? 8) }
    guard bytesSinceCommit > Self.bytesPerTransaction else { return }
    bytesSinceCommit = 0
    try connection.execute("COMMIT")
    try connection.execute("BEGIN IMMEDIATE")
  }

  private static let bytesPerTransaction = 32 << 20
}
