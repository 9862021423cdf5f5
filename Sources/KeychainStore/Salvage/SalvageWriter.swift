import KeychainModel

/// Writes salvaged rows into a new database.
///
/// If several rows have the same identifier or uniqueness key, the first row is kept. Rows in trees come before rows on
/// pages that no tree contains.
final class SalvageWriter {
  private let connection: Connection
  /// The rows whose row number another row already has. These rows get new numbers at the end of the salvage.
  private var unnumbered: [(table: SalvageTable, columns: [SQLValue])] = []
  private var looseChunks: [Int64] = []
  private var bytesSinceCommit = 0

  /// Whether a row, a column or a chunk was lost.
  private(set) var hasLostRows = false
  /// Whether the new database contains a row from a page that no tree contained.
  private(set) var hasLooseRows = false
  private(set) var rowCount = 0

  init(_ connection: Connection) { self.connection = connection }

  /// Runs `body` with a writer, in transactions of limited size. The database must not be used before all transactions
  /// are committed.
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
      // Pages that no tree contains also contain rows of tables that are not salvaged. Such rows are not lost rows.
      if row.table != nil { hasLostRows = true }
      return
    }
    // Extra columns come from a later version and cannot be kept.
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

  /// Inserts a row. Returns false, without inserting the row, when another row has the number, the identifier or the
  /// uniqueness key.
  private func insert(
    _ columns: [SQLValue], number: Int64?, into table: SalvageTable
  ) throws(KeychainError) -> Bool {
    do throws(KeychainError) {
      try connection.withStatement(table.insertion) { (statement) throws(KeychainError) in
        // NULL as the number lets SQLite choose the next number.
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

  /// Whether the new database contains this row, or another row with the same identifier or uniqueness key. The key of
  /// a chunk is its item and its place.
  private func isKept(
    _ columns: [SQLValue], _ table: SalvageTable
  ) throws(KeychainError) -> Bool {
    if let itemClass = table.itemClass {
      let position = ItemTable.leadingColumns.firstIndex(of: "ukey").map { $0 - 1 } ?? 0
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

  /// Deletes a chunk from the new database, unless the row of the chunk exists. The chunk was found on a page that no
  /// tree contained. A chunk without its row was deleted before the damage.
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

  /// Commits a large transaction and begins a new transaction, because the log of a single transaction would become as
  /// large as the whole database.
  private func commitIfLarge(_ columns: [SQLValue]) throws(KeychainError) {
    bytesSinceCommit += columns.reduce(100) { $0 + ($1.blob?.count ?? 8) }
    guard bytesSinceCommit > Self.bytesPerTransaction else { return }
    bytesSinceCommit = 0
    try connection.execute("COMMIT")
    try connection.execute("BEGIN IMMEDIATE")
  }

  private static let bytesPerTransaction = 32 << 20
}
