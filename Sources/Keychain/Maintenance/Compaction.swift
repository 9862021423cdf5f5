import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore
import Vault

/// Gives back the disk space that deleted items took.
///
/// SQLite writes the database anew, all of it in one transaction into the log (`VACUUM`): a process
/// that is killed leaves the old pages in force. Meanwhile readers read, writers wait as for any
/// other writer. Then, for a moment under the exclusive lock, the log is moved into the database,
/// which is cut to its new length, and emptied.
package struct Compaction {
  /// What came of it.
  package struct Outcome: Sendable, Equatable {
    /// The bytes of the database with its log, before and after.
    package var before: Int64
    package var after: Int64
    /// Whether the log could be emptied. Otherwise somebody was reading, or kept the store busy; the
    /// next writers give the rest back.
    package var isComplete: Bool

    package init(before: Int64, after: Int64, isComplete: Bool) {
      self.before = before
      self.after = after
      self.isComplete = isComplete
    }
  }

  let vault: Vault
  let patience: Duration
  var onStep: (Step) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }

  /// A step that was just done. Tests stop there.
  enum Step: CaseIterable { case written, emptied }

  /// Databases up to this size are copied in memory, larger ones in a temporary file.
  var largestInMemory: Int64 = 64 << 20

  /// What files take beside the pages, and a little more.
  private static let margin: Int64 = 1 << 20

  func run(
    until deadline: Deadline, onProgress: ProgressReport
  ) throws(KeychainError) -> Outcome {
    let before = try vault.maintain(.shared, until: deadline) {
      (connection, files) throws(KeychainError) in
      let before = try Self.byteCount(files)
      let used = try connection.usedByteCount()
      let copiesToFile = used > largestInMemory
      try requireRoom(for: used, copiesToFile: copiesToFile, files)
      try connection.compact(copiesToFile: copiesToFile, onProgress: onProgress)
      return before
    }
    try onStep(.written)
    let (isComplete, after) = try emptyLog(until: deadline)
    try onStep(.emptied)
    Log.notice("compacted: \(before) bytes before, \(after) after")
    return Outcome(before: before, after: after, isComplete: isComplete)
  }

  /// The database is compacted by now: that the log cannot be emptied is no failure.
  private func emptyLog(
    until deadline: Deadline
  ) throws(KeychainError) -> (isComplete: Bool, after: Int64) {
    do throws(KeychainError) {
      return try vault.maintain(.exclusive, until: .after(min(patience, .seconds(5)))) {
        (connection, files) throws(KeychainError) in
        (try connection.emptyLog(), try Self.byteCount(files))
      }
    } catch {
      guard error.cause == nil else { throw error }
      return try vault.maintain(.shared, until: deadline) { (_, files) throws(KeychainError) in
        (false, try Self.byteCount(files))
      }
    }
  }

  /// The log takes every page once, each with a header of 24 bytes. So does the temporary file,
  /// which may lie on the same file system.
  private func requireRoom(
    for used: Int64, copiesToFile: Bool, _ files: VaultFiles
  ) throws(KeychainError) {
    let log = used + used / 4096 * 24 + Self.margin
    let needed = copiesToFile ? log + used : log
    let free = try files.data.freeByteCount()
    guard free >= needed else {
      throw KeychainError(
        .notAvailable,
        "compacting takes up to \(needed) bytes of disk space for a while; \(free) are free",
        because: .diskFull)
    }
  }

  private static func byteCount(_ files: VaultFiles) throws(KeychainError) -> Int64 {
    var count: Int64 = 0
    for suffix in ["", "-wal"] {
      count +=
        try files.data.status(of: files.names.database + suffix)?.byteCount ?? 0
    }
    return count
  }
}
