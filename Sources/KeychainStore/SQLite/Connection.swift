import CPlatform
import CSQLite
import Glibc
package import KeychainFiles
import KeychainLog
package import KeychainModel

/// One connection to the database, used by one thread at a time.
package final class Connection {
  let handle: OpaquePointer
  // Unchecked exclusivity is safe, because one thread at a time uses the cache, and no access to the cache starts
  // another access.
  @exclusivity(unchecked)
  private var statements = StatementCache()
  // Unchecked exclusivity is safe, because one thread at a time uses the cache, and no access to the cache starts
  // another access.
  @exclusivity(unchecked)
  var accessGroupCache = AccessGroupCache()
  /// For each class, the number of rows that the current transaction added minus the number of rows that the
  /// transaction removed. Unchecked exclusivity is safe, because one thread at a time uses the property, and no access
  /// to the property starts another access.
  @exclusivity(unchecked)
  package internal(set) var rowChanges = RowCounts()
  /// Called after each step of a statement, before the columns of a row are read. An error ends the statement.
  package var didStep: (() throws(KeychainError) -> Void)?
  /// Called with the number of bytes that reading a large value uses, before it is read. An error ends the reading.
  package var willRead: ((Int) throws(KeychainError) -> Void)?
  private let log = WriteAheadLogMonitor()
  /// The folder of the database. The connection keeps this folder open, because the path that SQLite uses can lead
  /// through the descriptor of the folder.
  private let directory: ProtectedDirectory?

  /// Opens an existing database file in a directory.
  ///
  /// SQLite opens and deletes the other files of a database by path, and opens the log only when the log is first read.
  /// The paths that SQLite gets lead through the open descriptor of the directory. So renaming or replacing the
  /// directory cannot combine one database with the log of another database.
  ///
  /// - Throws: `.notAvailable` when the file cannot be opened; with the cause `databaseDamaged` when the file is not a
  ///   database.
  package convenience init(
    _ name: String, in directory: ProtectedDirectory, creating: Bool = false
  ) throws(KeychainError) {
    if !creating { try Self.requireReadable(name, in: directory) }
    try self.init(
      path: directory.literalPath(of: name), in: directory, fileSystem: lk_sqlite_file_system(),
      creating: creating)
  }

  /// Refuses files that SQLite would open wrongly:
  ///
  /// - an empty database, because SQLite treats an empty file as a new database and deletes its log;
  /// - on a read-only file system, a database without a log or without the index of the log, because SQLite's error
  ///   would not name the missing file.
  private static func requireReadable(_ name: String, in directory: ProtectedDirectory) throws(KeychainError) {
    guard let status = try directory.status(of: name) else { return }
    guard status.byteCount > 0 else {
      throw KeychainError(
        .notAvailable, "\(directory.path(of: name)) is empty", cause: .databaseDamaged)
    }
    guard directory.isOnReadOnlyFileSystem else { return }
    for file in [name + "-wal", name + "-shm"] where try directory.status(of: file) == nil {
      throw KeychainError(
        .readOnly,
        "\(directory.path(of: file)) is missing, and cannot be made on a read-only file system. Use the keychain once "
          + "where it may be written; nothing was changed.")
    }
  }

  /// Opens an existing database file by a path without symbolic links.
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
      throw error  // `deinit` closes the handle, because all stored properties are set.
    }
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// The number of pages in the write-ahead log after the last commit of this connection.
  package var logPageCount: Int { log.pageCount }

  /// Checkpoints the log: copies the pages of the log into the database, except the pages that a reader still needs in
  /// the log.
  ///
  /// The caller must hold the write lock through another connection. In SQLite before 3.51.3, a
  /// checkpoint that runs while another connection writes may lose pages when the log restarts
  /// (https://sqlite.org/wal.html#walresetbug). For the same reason, SQLite's automatic checkpoints
  /// are disabled on connections of existing databases.
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
      // No other process uses a database that is being created, so automatic checkpoints are safe.
      try execute("PRAGMA journal_mode = WAL")
    } else {
      try keepLogOnClose()
    }
    try execute("PRAGMA synchronous = FULL")
    try execute("PRAGMA mmap_size = 0")
    try execute("PRAGMA cache_size = -\(Self.cacheKibibytes)")
    try execute("PRAGMA trusted_schema = OFF")
    try execute("PRAGMA cell_size_check = ON")
    try execute("PRAGMA secure_delete = FAST")
    try execute("PRAGMA temp_store = MEMORY")
  }

  /// Prevents SQLite from deleting the log file when the last connection closes, and disables automatic checkpoints.
  ///
  /// SQLite would delete the log by its path. If the folder was replaced, this path leads to the log of another store.
  /// Data that a process writes to a deleted log is lost.
  private func keepLogOnClose() throws(KeychainError) {
    var isKept: Int32 = 1
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
    guard code == SQLITE_OK else { throw SQLiteError.error(code, handle, "keeping the log") }
    try execute("PRAGMA journal_size_limit = 16777216")
    log.observe(handle)
  }

  /// The size limit of the page cache. This size is sufficient for most pages of 10 000 items. With a larger cache, a
  /// program with 1 000 000 items would use more than 36 MiB of memory.
  private static let cacheKibibytes = 3840

  /// The time in milliseconds for which a statement waits for another process.
  static let busyMilliseconds: Int32 = 30_000

  /// Sets a common deadline for all later statements that wait for other processes.
  package func wait(until deadline: Deadline) {
    lk_sqlite_wait_until(handle, deadline.nanoseconds)
  }

  /// Runs `body`. If the deadline limits the run, the statements of `body` end then, even if they wait for nobody.
  ///
  /// The transaction must begin before and end after `body`, because SQLite may report the deadline after a COMMIT.
  ///
  /// - Throws: `.notAvailable` with the failure cause `timedOut` after the deadline; the errors of `body`.
  package func running<Result>(
    until deadline: Deadline, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    guard deadline.limitsRun else { return try body() }
    lk_sqlite_run_until(handle, deadline.runEnd.nanoseconds)
    defer { lk_sqlite_run_until(handle, .max) }
    return try body()
  }

  /// Prevents SQLite from cleaning up when this connection closes. SQLite would checkpoint the log, and delete the log
  /// by its path, which may lead to the log of another database now.
  package func skipCheckpointOnClose() { lk_sqlite_leave_files_alone(handle, 1) }

  /// Undoes `skipCheckpointOnClose`: SQLite again checkpoints and deletes the log when this connection closes.
  package func checkpointOnClose() { lk_sqlite_leave_files_alone(handle, 0) }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  // MARK: Statements

  /// Runs statements that have no parameters and return no rows.
  package func execute(_ sql: String) throws(KeychainError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else {
      throw SQLiteError.error(code, handle, "running \(sql.prefix(40))")
    }
  }

  /// Calls `body` with a prepared statement from the cache. If the statement is in use, `body` gets a second copy.
  func withStatement<Result>(
    _ key: StatementKey, _ body: (Statement) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let statement = try checkOut(key)
    defer { checkIn(statement, key) }
    return try body(statement)
  }

  func checkOut(_ key: StatementKey) throws(KeychainError) -> Statement {
    if let statement = statements.take(key.number) { return statement }
    return try Statement(key.sql, self)
  }

  func checkIn(_ statement: Statement, _ key: StatementKey) {
    statement.reset()
    statements.put(statement, key.number)
  }

  /// Prepares and runs a statement without caching it, and reads its rows.
  package func rows<Element>(
    _ sql: String, _ read: (borrowing Row) -> Element
  ) throws(KeychainError) -> [Element] {
    let statement = try Statement(sql, self)
    var elements: [Element] = []
    while try statement.step() { elements.append(read(Row(statement))) }
    return elements
  }

  /// The number in the first column of the first result row; 0 when there is no row.
  package func integer(_ sql: String) throws(KeychainError) -> Int64 {
    try rows(sql) { $0.integer(0) }.first ?? 0
  }

  /// The differences that SQLite finds between pages, indices and rows. The list is empty for an intact database.
  package func integrityFindings(limit: Int = 100) throws(KeychainError) -> [String] {
    try rows("PRAGMA integrity_check(\(limit))") { $0.text(0) }.filter { $0 != "ok" }
  }

  /// Whether the database is open for reading only.
  package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Whether SQLite treats the database as read-only although the file is writable.
  ///
  /// SQLite does so when the header names a file format version that SQLite does not know.
  package var isWronglyReadOnly: Bool {
    guard isReadOnly else { return false }
    return sqlite3_db_filename(handle, "main").map { access($0, W_OK) == 0 } ?? false
  }

  /// The number of changes that this connection has made.
  var changeCount: Int { Int(sqlite3_total_changes64(handle)) }

  /// The state of the database in the current transaction. The state changes when this or another connection writes.
  var state: AccessGroupCache.State {
    var version: UInt32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return AccessGroupCache.State(version: version, changeCount: sqlite3_total_changes64(handle))
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
    /// Calls `body` with the bytes of a column, without copying the bytes. The bytes are empty for NULL.
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

  /// Runs `body` in a transaction that may write. Either all changes are stored, or no change is stored.
  ///
  /// Waits for the writers of other processes, for 30 s or until the deadline of `wait(until:)`. After the waiting
  /// time, the function throws `.notAvailable`.
  package func write<Result>(
    _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try transaction(.beginImmediate, body)
  }

  private func transaction<Result>(
    _ key: StatementKey, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try begin(key)
    var isCommitting = false
    do throws(KeychainError) {
      let result = try body()
      isCommitting = true
      try commit()
      return result
    } catch {
      rollBack()
      throw isCommitting && error.code == .inputOutput ? overwriteFailedCommit(error) : error
    }
  }

  /// Overwrites the frames that a failed commit may have left in the log. SQLite reports an error when it cannot
  /// synchronize the log, and leaves complete frames there. If all processes were killed then, the next process would
  /// find the frames and carry out the transaction. A further commit overwrites the first frame, and the checksums of
  /// the later frames then no longer match.
  ///
  /// - Returns: The error of the failed commit. If the further commit fails too, the reason says that the outcome of the
  ///   transaction is not known.
  private func overwriteFailedCommit(_ error: KeychainError) -> KeychainError {
    do throws(KeychainError) {
      try begin(.beginImmediate)
      try withStatement(.countCommit) { (statement) throws(KeychainError) in try statement.run() }
      try commit()
      return error
    } catch {
      rollBack()
    }
    return error.withReason("\(error.reason); whether the change was made is not known")
  }

  /// Begins a transaction that sees one state of the database. `commit` or `rollBack` ends the transaction.
  package func beginReading() throws(KeychainError) { try begin(.begin) }

  private func begin(_ key: StatementKey) throws(KeychainError) {
    try Log.waiting(for: "writers of other processes") { () throws(KeychainError) in
      try withStatement(key) { (statement) throws(KeychainError) in try statement.run() }
    }
    rowChanges = RowCounts()
  }

  /// Ends a transaction and stores its changes.
  ///
  /// - Throws: The reason why the changes cannot be stored. The transaction then stays open.
  package func commit() throws(KeychainError) {
    try withStatement(.commit) { (statement) throws(KeychainError) in try statement.run() }
  }

  /// Ends a transaction and undoes its changes.
  package func rollBack() {
    // After some errors, SQLite has already rolled back, and no transaction is open.
    if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    // A rollback does not change SQLite's counter `sqlite3_total_changes64`. So the cache would treat results that were
    // read before the rollback as valid. Therefore the cache is cleared.
    accessGroupCache = AccessGroupCache()
  }
}

/// Records the length of the write-ahead log, which SQLite reports after each commit.
///
/// `observe` replaces SQLite's automatic checkpoint on a connection. The automatic checkpoint is not safe, because it
/// runs directly after a commit, even if another connection writes at the same time (see `Connection.checkpoint`).
final class WriteAheadLogMonitor {
  private(set) var pageCount = 0

  /// Records the commits of a connection from now on. The connection must be closed before this object is released.
  func observe(_ connection: OpaquePointer) {
    sqlite3_wal_hook(
      connection,
      { context, _, _, pageCount in
        guard let context else { return SQLITE_OK }
        Unmanaged<WriteAheadLogMonitor>.fromOpaque(context).takeUnretainedValue().pageCount = Int(pageCount)
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
