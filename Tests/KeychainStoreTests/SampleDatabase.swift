import CSQLite
import KeychainFiles
import KeychainModel
import TestSupport

@testable import KeychainStore

/// A database with the tables of a store and rows of many sizes. The database can have any layout that SQLite supports.
final class SampleDatabase {
  let folder: TemporaryDirectory
  let directory: ProtectedDirectory
  private var handle: OpaquePointer?

  static let vaultID = RowIdentifier(high: 1, low: 2)

  init(pageSize: Int = 4096, reserved: Int32 = 0, isLogged: Bool = false) throws {
    folder = try TemporaryDirectory()
    directory = try ProtectedDirectory.openOrCreate(folder.path)
    try folder.write([], to: "keychain.db")
    guard sqlite3_open(folder("keychain.db"), &handle) == SQLITE_OK else {
      throw Failure(reason: "")
    }
    var reserved = reserved
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved)
    try execute("PRAGMA page_size = \(pageSize)")
    if isLogged { try execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0") }
    for statement in StoreSchema.definition { try execute(statement) }
    try execute("INSERT INTO store (id, uuid) VALUES (1, x'\(Self.vaultID)')")
    try execute("PRAGMA application_id = \(StoreSchema.applicationID)")
    try execute("PRAGMA user_version = \(StoreSchema.version)")
  }

  deinit { close() }

  func close() {
    sqlite3_close(handle)
    handle = nil
  }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure(reason: String(cString: sqlite3_errmsg(handle)))
    }
  }

  /// Adds a row with each of these numbers to each class. The secrets have from zero bytes to several pages.
  func fill(_ numbers: ClosedRange<Int>) throws {
    let count =
      "WITH RECURSIVE n(i) AS (VALUES (\(numbers.lowerBound)) UNION ALL SELECT i + 1"
      + " FROM n WHERE i < \(numbers.upperBound))"
    for itemClass in ItemClass.stored {
      try execute(
        """
        \(count) INSERT INTO \(itemClass.rawValue)
          (id, mark, ref, key_id, pdmn, sync, tomb, policy, agrp, ukey, by_label, tags, meta, secret)
        SELECT i, \(itemClass.code.rawValue), randomblob(16), i % 300, 6, i % 2, 0, i % 5, randomblob(16),
          randomblob(16), CASE i % 3 WHEN 0 THEN randomblob(16) END, x'', randomblob(90 + i % 7),
          CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN randomblob(i * i % 70000) ELSE randomblob(i) END
        FROM n
        """)
    }
    try execute(
      """
      \(count) INSERT INTO chunk (mark, ref, seq, data)
      SELECT \(Connection.chunkMark), (SELECT ref FROM genp WHERE id = i - i % 2), i % 2,
        randomblob(i * 40) FROM n WHERE (SELECT ref FROM genp WHERE id = i - i % 2) IS NOT NULL
      """)
    try execute(
      """
      \(count) INSERT INTO quarantine (id, mark, class, item, moved, record)
      SELECT i, \(Connection.quarantineMark), 1, i * i * i * i, i * 0.5, randomblob(i) FROM n
      """)
    try execute(
      """
      \(count) INSERT INTO request (id, client, request, status, refs, time, version)
      SELECT i, x'01', randomblob(16), i % 2 * -128,
        CASE i % 2 WHEN 0 THEN randomblob(20 * i % 5000) END, i * 0.5, i FROM n
      """)
  }

  /// Copies the current files to another name, and changes the copied database.
  func copy(as name: String, _ change: (inout [UInt8]) -> Void = { _ in }) throws {
    var database = try folder.read("keychain.db")
    change(&database)
    try folder.write(database, to: name)
    if let log = try? folder.read("keychain.db-wal") { try folder.write(log, to: name + "-wal") }
  }

  /// Salvages the database with this name into a new database. Returns the path of the new database and the outcome.
  func salvage(_ name: String) throws -> (path: String, outcome: Salvage.Outcome) {
    let new = "new \(name) \(UInt64.random(in: .min ... .max))"
    var outcome: Salvage.Outcome?
    try DatabaseCreation.create(new, in: directory, vaultID: Self.vaultID) {
      (connection) throws(KeychainError) in
      outcome = try Salvage(name, in: directory).copyRows(into: connection)
    }
    guard let outcome else { throw Failure(reason: "nothing was salvaged") }
    return (folder(new), outcome)
  }

  /// Returns all values of all rows, as SQL literals.
  static func content(of path: String) throws -> [String] {
    let connection = try Connection(path: path)
    var lines: [String] = []
    for (table, columns) in [
      ("genp", ItemTable(.genericPassword).columns), ("inet", ItemTable(.internetPassword).columns),
      ("keys", ItemTable(.key).columns), ("cert", ItemTable(.certificate).columns),
      ("chunk", ["id", "mark", "ref", "seq", "data"]),
      ("quarantine", ["id", "mark", "class", "item", "moved", "record"]),
    ] {
      let literals = columns.map { "quote(\($0))" }.joined(separator: " || ',' || ")
      lines += try connection.rows("SELECT '\(table) ' || \(literals) FROM \(table) ORDER BY id") {
        $0.text(0)
      }
    }
    return lines
  }

  var content: [String] { get throws { try Self.content(of: folder("keychain.db")) } }

  struct Failure: Error { let reason: String }
}
