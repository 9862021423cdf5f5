import CPlatform
import CSQLite
import Glibc
package import KeychainFiles
import KeychainLog
package import KeychainModel

/// One connection to the database, used by one thread at a time.
package final class Connection {
  let handle: OpaquePointer
  // Unchecked: one thread at a time uses it, and no access calls back into another.
  @exclusivity(unchecked)
  private var statements = StatementCache()
  // Unchecked: as the statements.
  @exclusivity(unchecked)
  var knownGroups = KnownGroups()
  /// The rows of each class that the present transaction added, less those that it removed. Unchecked: as the
  /// statements.
  @exclusivity(unchecked)
  package internal(set) var rowChanges = RowCounts()
  private let log = CommitLog()
  /// Kept open: the path of the database may lead through it.
  private let directory: ProtectedDirectory?

  /// Opens a database file that exists in a directory.
  ///
  /// SQLite opens the files beside the database by their paths, the log when it is read for the
  /// first time, and deletes them so. The paths lead through the open directory: renaming it, or
  /// putting another in its place, cannot give one database the log of another.
  ///
  /// - Throws: `.notAvailable` when the file cannot be opened; with the cause `databaseDamaged`
  ///   when it is no database.
  package convenience init(
    _ name: String, in directory: ProtectedDirectory, creating: Bool = false
  ) throws(KeychainError) {
    // SQLite takes an empty file for a new database, and deletes its log.
    if !creating, try directory.status(of: name)?.byteCount == 0 {
      throw KeychainError(
        .notAvailable, "\(directory.path(of: name)) is empty", cause: .databaseDamaged)
    }
    try self.init(
      path: directory.literalPath(of: name), in: directory, fileSystem: lk_sqlite_file_system(),
      creating: creating)
  }

  /// Opens a database file that exists, by a path without symbolic links.
  package convenience init(path: String) throws(KeychainError) {
    try self.init(path: path, in: nil, fileSystem: nil, creating: false)
  }

  private init(
    path: String, in directory: ProtectedDirectory?, fileSystem: UnsafePointer<CChar>?,
    creating: Bool
  ) throws(KeychainError) {
    var handle: OpaquePointer?
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
      | SQLITE_OPEN_EXRESCODE | (creating ? SQLITE_OPEN_CREATE : 0)
    let code = sqlite3_open_v2(path, &handle, flags, fileSystem)
    guard code == SQLITE_OK, let handle else {
      let error = SQLiteError.error(code, handle, "opening the database")
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    self.directory = directory
    do throws(KeychainError) {
      try configure(creating: creating)
    } catch {
      throw error  // `deinit` closes the handle: every stored property is set.
    }
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// The pages in the write-ahead log after the last commit of this connection.
  package var logPageCount: Int { log.pageCount }

  /// Moves what is in the log into the database, as far as no reader needs it where it is.
  ///
  /// To be called while another connection holds the write lock. Of SQLite before 3.51.3 a
  /// checkpoint that runs beside a writer may take the pages of a log that was begun anew for moved,
  /// and they are lost (https://sqlite.org/wal.html#walresetbug); nor does SQLite do it by itself on
  /// connections of an existing database.
  package func checkpoint() throws(KeychainError) {
    let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError.error(code, handle, "moving the log") }
  }

  private func configure(creating: Bool) throws(KeychainError) {
    lk_sqlite_wait_when_busy(handle, Self.busyMilliseconds)
    lk_sqlite_harden(handle)
    if creating {
      let code = lk_sqlite_reserve_checksums(handle)
      guard code == SQLITE_OK else {
        throw SQLiteError.error(code, handle, "making room for checksums")
      }
      // No other process has a database that is just being made: SQLite may tidy it up by itself.
      try execute("PRAGMA journal_mode = WAL")
    } else {
      try keepLog()
    }
    try execute("PRAGMA synchronous = FULL")
    try execute("PRAGMA mmap_size = 0")
    try execute("PRAGMA cache_size = -\(Self.cacheKibibytes)")
    try execute("PRAGMA trusted_schema = OFF")
    try execute("PRAGMA cell_size_check = ON")
    try execute("PRAGMA secure_delete = FAST")
    try execute("PRAGMA temp_store = MEMORY")
  }

  /// Leaves the log where it is when the last connection closes, empty, and has it shortened by us.
  ///
  /// SQLite would delete it by its path, which may lead to the log of another store by then, and
  /// that of a store in use: what is written to a deleted log is lost.
  private func keepLog() throws(KeychainError) {
    var isKept: Int32 = 1
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
    guard code == SQLITE_OK else { throw SQLiteError.error(code, handle, "keeping the log") }
    try execute("PRAGMA journal_size_limit = 16777216")
    log.follow(handle)
  }

  /// The most memory that the pages of the database take: enough for all of 10 000 items, and for the
  /// inner pages of the indices of a million.
  private static let cacheKibibytes = 8192

  /// How long a statement waits for another process before it gives up.
  static let busyMilliseconds: Int32 = 30_000

  /// Makes all statements from now on wait for other processes until the same moment.
  package func wait(until deadline: Deadline) {
    lk_sqlite_wait_until(handle, deadline.nanoseconds)
  }

  /// Keeps the end of this connection from tidying up: SQLite would move the log into the database
  /// and delete it by its path, where the log of another database may lie by now.
  package func leaveFilesAlone() { lk_sqlite_leave_files_alone(handle, 1) }

  /// Lets the end of this connection tidy up again.
  package func tidyFiles() { lk_sqlite_leave_files_alone(handle, 0) }

  /// Whether a transaction was begun and is not yet over.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  // MARK: Statements

  /// Runs statements that yield no rows and have no parameters.
  package func execute(_ sql: String) throws(KeychainError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else {
      throw SQLiteError.error(code, handle, "running \(sql.prefix(40))")
    }
  }

  /// Lends a statement, prepared once and kept; a second borrower gets a second copy.
  func withStatement<Result>(
    _ key: StatementKey, _ body: (Statement) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let statement = try borrow(key)
    defer { giveBack(statement, key) }
    return try body(statement)
  }

  func borrow(_ key: StatementKey) throws(KeychainError) -> Statement {
    if let statement = statements.take(key.number) { return statement }
    return try Statement(key.sql, self)
  }

  func giveBack(_ statement: Statement, _ key: StatementKey) {
    statement.reset()
    statements.put(statement, key.number)
  }

  /// Prepares and runs a statement that is not worth keeping, and reads its rows.
  package func rows<Element>(
    _ sql: String, _ read: (borrowing Row) -> Element
  ) throws(KeychainError) -> [Element] {
    let statement = try Statement(sql, self)
    var elements: [Element] = []
    while try statement.step() { elements.append(read(Row(statement))) }
    return elements
  }

  /// The number in the first column of the first row.
  package func integer(_ sql: String) throws(KeychainError) -> Int64 {
    try rows(sql) { $0.integer(0) }.first ?? 0
  }

  /// Whether the database was opened where it may not be written.
  package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Whether SQLite takes the database for one that it may not write although it may.
  ///
  /// It does so when the header says that a version of SQLite wrote it that it does not know.
  package var isWronglyReadOnly: Bool {
    guard isReadOnly else { return false }
    return sqlite3_db_filename(handle, "main").map { access($0, W_OK) == 0 } ?? false
  }

  /// The changes that statements of this connection have made so far.
  var changeCount: Int { Int(sqlite3_total_changes64(handle)) }

  /// The state of the database that the transaction sees: changed by others, or by this connection.
  var state: KnownGroups.State {
    var version: UInt32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return KnownGroups.State(version: version, changeCount: sqlite3_total_changes64(handle))
  }

  /// The row number of the last insert.
  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// A row of a statement that `rows` runs.
  package struct Row: ~Copyable {
    private let statement: Statement
    fileprivate init(_ statement: Statement) { self.statement = statement }
    package func integer(_ column: Int32) -> Int64 { statement.integer(column) }
    package func real(_ column: Int32) -> Double { statement.real(column) }
    package func text(_ column: Int32) -> String { statement.text(column) }
    package func bytes(_ column: Int32) -> [UInt8] { statement.bytes(column) }
    /// The bytes where they lie; none for NULL.
    package func withBytes<Result>(
      _ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result { statement.withBytes(column, body) }
  }
}

// MARK: Transactions

extension Connection {
  /// Runs `body` in a transaction that sees one state of the database.
  package func read<Result>(
    _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try transaction(.begin, body)
  }

  /// Runs `body` in a transaction that may write. All of it is kept, or nothing.
  ///
  /// Waits for the writers of other processes, 30 s or until the moment that was set; then gives up
  /// with `.notAvailable`.
  package func write<Result>(
    _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try transaction(.beginImmediate, body)
  }

  private func transaction<Result>(
    _ key: StatementKey, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try begin(key)
    do throws(KeychainError) {
      let result = try body()
      try commit()
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Begins a transaction that sees one state of the database, which `commit` or `rollBack` ends.
  package func beginReading() throws(KeychainError) { try begin(.begin) }

  private func begin(_ key: StatementKey) throws(KeychainError) {
    try Log.waiting(for: "writers of other processes") { () throws(KeychainError) in
      try withStatement(key) { (statement) throws(KeychainError) in try statement.run() }
    }
    rowChanges = RowCounts()
  }

  /// Ends a transaction.
  ///
  /// - Throws: What keeps it from being kept; it goes on then.
  package func commit() throws(KeychainError) {
    try withStatement(.commit) { (statement) throws(KeychainError) in try statement.run() }
  }

  /// Ends a transaction, and undoes it.
  package func rollBack() {
    // SQLite has rolled back by itself after some errors; then this statement has no effect.
    if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    // SQLite counts changes on when they are undone.
    knownGroups = KnownGroups()
  }
}
