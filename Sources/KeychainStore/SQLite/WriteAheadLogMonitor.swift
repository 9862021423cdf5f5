import CSQLite

/// Records the length of the write-ahead log, which SQLite reports after each commit.
///
/// `observe` replaces SQLite's automatic checkpoint on a connection. The automatic checkpoint runs
/// directly after a commit, even if another connection writes at the same time.
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
