import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore
import Vault

/// Frees the disk space of deleted items.
///
/// SQLite rewrites the database in one transaction into the log (`VACUUM`). If the process is killed, the old pages
/// stay valid. During the rewrite, readers can read, and writers wait. After the rewrite, the exclusive lock is held
/// for a moment: the log is checkpointed and emptied, and the database file is truncated to its new length.
package struct Compaction {
  /// A completed step of a compaction. Tests can stop the compaction after a step.
  enum Step: CaseIterable { case written, emptied }

  let vault: Vault
  let timeout: Duration
  var onStep: (Step) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }
  /// The largest size in bytes of a database that is copied in memory. A larger database is copied to a temporary file.
  var largestInMemory: Int64 = 64 << 20

  func run(
    until deadline: Deadline, onProgress: @escaping ProgressReport
  ) throws(KeychainError) -> CompactionOutcome {
    let before = try vault.maintain(.shared, until: deadline) { (connection, files) throws(KeychainError) in
      let before = try Self.byteCount(files)
      let used = try connection.usedByteCount()
      let copiesToFile = used > largestInMemory
      // The log contains every page once, each with a header of 24 bytes. The temporary file also contains every page,
      // and may be on the same file system. The constant covers the other overhead of the files.
      let log = used + used / 4096 * 24 + (1 << 20)
      let needed = copiesToFile ? log + used : log
      let free = try files.data.freeByteCount()
      guard free >= needed else {
        throw KeychainError(
          .notAvailable, "compacting takes up to \(needed) bytes of disk space for a while; \(free) are free",
          because: .diskFull)
      }
      try connection.compact(copiesToFile: copiesToFile, onProgress: onProgress)
      return before
    }
    try onStep(.written)
    var isComplete = false
    do throws(KeychainError) {
      isComplete = try vault.maintain(.exclusive, until: .after(min(timeout, .seconds(5)))) {
        (connection, _) throws(KeychainError) in try connection.emptyLog()
      }
    } catch {
      // The compaction itself has succeeded, so this error is only logged.
      Log.error("the log was not emptied after a compaction", error)
    }
    try onStep(.emptied)
    let after = try vault.maintain(.shared, until: deadline) { (_, files) throws(KeychainError) in
      try Self.byteCount(files)
    }
    Log.notice("compacted: \(before) bytes before, \(after) after")
    return CompactionOutcome(before: before, after: after, isComplete: isComplete)
  }

  private static func byteCount(_ files: VaultFiles) throws(KeychainError) -> Int64 {
    var count: Int64 = 0
    for name in [files.names.database, files.names.database + "-wal"] {
      count += try files.data.status(of: name)?.byteCount ?? 0
    }
    return count
  }
}
