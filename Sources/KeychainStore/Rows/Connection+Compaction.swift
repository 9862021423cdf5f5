import CSQLite
package import KeychainModel

extension Connection {
  /// The bytes of the pages that hold something.
  package func usedByteCount() throws(KeychainError) -> Int64 {
    let pages = try integer("PRAGMA page_count") - integer("PRAGMA freelist_count")
    return try pages * integer("PRAGMA page_size")
  }

  /// Writes every page anew, without gaps, in one transaction. Row numbers stay as they are: every
  /// table has a key of its own.
  ///
  /// The connection must be in no transaction. Readers go on with what was there before; the new
  /// pages are in the log afterwards, and the old ones in the file.
  ///
  /// - Parameters:
  ///   - copiesToFile: Whether the copy that SQLite makes meanwhile goes to a nameless temporary
  ///     file instead of memory.
  ///   - onProgress: Called with the rows and index entries copied so far, an estimate, and all of
  ///     them.
  package func compact(
    copiesToFile: Bool, onProgress: ProgressReport
  ) throws(KeychainError) {
    try execute("PRAGMA temp_store = \(copiesToFile ? "FILE" : "MEMORY")")
    let total = try entryCount()
    var failure: KeychainError?
    withoutActuallyEscaping(onProgress) { onProgress in
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
    }
    if let failure { throw failure }
    try onProgress(total, total)
  }

  /// Moves the log into the database and empties it, and so gives back what the database does not
  /// need any more. To be called while holding the store's lock exclusively: with it no process
  /// writes (see `checkpoint`).
  ///
  /// - Returns: Whether it could be done. When a reader needs the log until the moment to which
  ///   statements wait, it could not, and the next writers will do it.
  package func emptyLog() throws(KeychainError) -> Bool {
    try integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
  }

  /// The rows of all tables, each as often as it stands in a table or an index.
  private func entryCount() throws(KeychainError) -> Int {
    var count = 0
    for itemClass in ItemClass.stored {
      let indexCount = Table(itemClass).creation.count
      count += try rowCount(of: itemClass) * indexCount
    }
    return count
  }
}

/// How far a compaction is, by the steps of SQLite's machine.
private final class CompactionProgress {
  /// Steps between two reports, and about as many as one entry takes.
  static let interval: Int32 = 4000
  private static let stepsPerEntry = 4

  private let total: Int
  private let onProgress: ProgressReport
  private var steps = 0

  init(total: Int, _ onProgress: @escaping ProgressReport) {
    self.total = total
    self.onProgress = onProgress
  }

  /// Why the compaction was ended; nil when it was not.
  private(set) var failure: KeychainError?

  /// Whether the compaction goes on.
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
