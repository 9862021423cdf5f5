import CSQLite

/// Records the length of the write-ahead log, which SQLite reports after each commit.
///
/// Following a connection replaces SQLite's automatic checkpoint, which runs directly after a
/// commit even if another connection writes at the same time.
final class CommitLog {
  private(set) var pageCount = 0

  /// Follows a connection. The connection must be closed before this object is released.
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
