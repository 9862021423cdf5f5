import CSQLite

/// Records the length of the write-ahead log, which SQLite reports after each commit.
///
/// `follow` replaces SQLite's automatic checkpoint on a connection. The automatic checkpoint runs
/// directly after a commit, even if another connection writes at the same time.
final class CommitLog {
  private(set) var pageCount = 0

  /// Records the commits of a connection from now on. The connection must be closed before this object is released.
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
