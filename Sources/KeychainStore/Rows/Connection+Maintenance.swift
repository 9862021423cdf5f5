import CSQLite
package import KeychainModel

// Functions for maintenance only.

extension Connection {
  /// The numbers of the first rows after a number that are tombstones, or are sealed under a key that is not in
  /// `usableKeys`, in ascending order.
  package func numbersToPurge(
    of itemClass: ItemClass, usableKeys: [UInt32], after number: Int64, limit: Int
  ) throws(KeychainError) -> [Int64] {
    try rows(
      """
      SELECT id FROM \(itemClass.rawValue) WHERE id > \(number) AND (\(Self.mayBePurged(usableKeys)))
      ORDER BY id LIMIT \(limit)
      """
    ) { $0.integer(0) }
  }

  /// The number of all rows that `numbersToPurge` finds.
  package func countToPurge(of itemClass: ItemClass, usableKeys: [UInt32]) throws(KeychainError) -> Int {
    Int(try integer("SELECT count(*) FROM \(itemClass.rawValue) WHERE \(Self.mayBePurged(usableKeys))"))
  }

  private static func mayBePurged(_ usableKeys: [UInt32]) -> String {
    "tomb = 1 OR key_id NOT IN (\(usableKeys.map(String.init).joined(separator: ", ")))"
  }

  /// The number of rows of a class that are not tombstones.
  package func liveRowCount(of itemClass: ItemClass) throws(KeychainError) -> Int {
    Int(try integer("SELECT count(*) FROM \(itemClass.rawValue) WHERE tomb = 0"))
  }

  /// Deletes all rows in quarantine, with the chunks of their secrets. Returns the number of rows.
  package func dropQuarantine() throws(KeychainError) -> Int {
    var count = 0
    try forEachQuarantinedRow { (row) throws(KeychainError) in
      if let identifier = row.identifier, try !isInUse(identifier) { try deleteChunks(of: identifier) }
      try execute("DELETE FROM quarantine WHERE id = \(row.entry)")
      count += 1
    }
    return count
  }
}

extension Connection {
  /// The size of all used pages, in bytes.
  package func usedByteCount() throws(KeychainError) -> Int64 {
    let pages = try integer("PRAGMA page_count") - integer("PRAGMA freelist_count")
    return try pages * integer("PRAGMA page_size")
  }

  /// Rewrites all pages without gaps, in one transaction. SQLite keeps the row numbers, because every table declares a
  /// primary key.
  ///
  /// The connection must not be in a transaction. Readers continue to see the old content. Afterwards, the new pages
  /// are in the log and the old pages are in the file.
  ///
  /// - Parameters:
  ///   - copiesToFile: Whether SQLite copies the database to a nameless temporary file instead of
  ///     memory.
  ///   - onProgress: Called with the estimated number of copied rows and index entries, and with the number of all rows
  ///     and index entries.
  package func compact(
    copiesToFile: Bool, onProgress: @escaping ProgressReport
  ) throws(KeychainError) {
    try execute("PRAGMA temp_store = \(copiesToFile ? "FILE" : "MEMORY")")
    let total = try entryCount()
    var failure: KeychainError?
    let progress = CompactionProgress(total: total, onProgress)
    sqlite3_progress_handler(
      handle, CompactionProgress.interval,
      { context in
        guard let context else { return 0 }
        return Unmanaged<CompactionProgress>.fromOpaque(context).takeUnretainedValue().advance()
          ? 0 : 1
      }, Unmanaged.passUnretained(progress).toOpaque())
    do throws(KeychainError) { try execute("VACUUM") } catch {
      failure = progress.failure ?? error
    }
    sqlite3_progress_handler(handle, 0, nil, nil)
    withExtendedLifetime(progress) {}
    if let failure { throw failure }
    try onProgress(total, total)
  }

  /// Checkpoints and empties the log, and truncates the database file to its necessary size. The caller must hold the
  /// store's lock exclusively, so that no process writes (see `checkpoint`).
  ///
  /// - Returns: Whether the log was emptied. If a reader still needs the log after the time-out of a statement, the log
  ///   is not emptied. Later writers empty the log.
  package func emptyLog() throws(KeychainError) -> Bool {
    try integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
  }

  /// The number of the entries of all tables and indices.
  private func entryCount() throws(KeychainError) -> Int {
    var count = 0
    for itemClass in ItemClass.stored {
      let indexCount = ItemTable(itemClass).creation.count
      count += try rowCount(of: itemClass) * indexCount
    }
    return count
  }
}

/// Estimates the progress of a compaction from the executed instructions of SQLite's virtual
/// machine.
private final class CompactionProgress {
  /// The number of instructions between two reports.
  static let interval: Int32 = 4000
  private static let stepsPerEntry = 4

  private let total: Int
  private let onProgress: ProgressReport
  private var steps = 0

  init(total: Int, _ onProgress: @escaping ProgressReport) {
    self.total = total
    self.onProgress = onProgress
  }

  /// The error that stopped the compaction; nil when there was no error.
  private(set) var failure: KeychainError?

  /// Reports the progress. Returns whether the compaction continues.
  func advance() -> Bool {
    steps += Int(Self.interval)
    do throws(KeychainError) {
      try onProgress(min(steps / Self.stepsPerEntry, total), total)
      return true
    } catch {
      failure = error
      return false
    }
  }
}
