import CSQLite

/// A second connection to the database of a store, as another program could open it.
final class Database {
  private var handle: OpaquePointer?

  struct Failure: Error { let reason: String }

  init(_ path: String) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw failure }
  }

  deinit { sqlite3_close(handle) }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  func integer(_ sql: String) throws -> Int {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW
    else { throw failure }
    return Int(sqlite3_column_int64(statement, 0))
  }

  private var failure: Failure { Failure(reason: String(cString: sqlite3_errmsg(handle))) }
}
