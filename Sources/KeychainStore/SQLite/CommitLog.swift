import CSQLite

/// Remembers how long the write-ahead log is, as SQLite tells after each commit.
///
/// Following a connection takes the place of SQLite's own way to deal with a long log, which is to
/// move it into the database right after a commit, whoever writes meanwhile.
final class CommitLog {
  private(set) var pageCount = 0

  /// Listens to a connection, which must be closed before this object is let go.
  func follow(_ connection: OpaquePointer) {
    sqlite3_wal_hook(
      connection,
      { context, _, _, pageCount in
        guard let context else { return SQLITE_OK }
        Unmanaged<CommitLog>.fromOpaque(context).takeUnretainedValue().pageCount = Int(pageCount)
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
