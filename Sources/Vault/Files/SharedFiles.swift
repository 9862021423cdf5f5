import KeychainFiles
import KeychainModel
import KeychainStore

/// The files of a vault while no change of files is under way: the vault lock is held shared.
final class SharedFiles {
  private let files: VaultFiles
  private let lock: FileLock
  private let header: HeaderFile
  private let deadline: Deadline

  init(_ files: VaultFiles, until deadline: Deadline) throws(KeychainError) {
    (lock, header) = try files.lock(.shared, until: deadline)
    self.files = files
    self.deadline = deadline
  }

  deinit { lock.unlock() }

  /// Runs `body` in a transaction of its own, which counts as a commit.
  func write(_ body: (inout StoreRow) throws(KeychainError) -> Void) throws(KeychainError) {
    guard let state = try header.read()?.state, state.job == nil, !state.isDamaged else {
      throw KeychainError(.notAvailable, "the database may not be written now")
    }
    let connection = try files.connection(until: deadline)
    try connection.write { () throws(KeychainError) in
      guard var row = try connection.storeRow(), row.databaseID == state.databaseID else {
        throw KeychainError(.notAvailable, "the database is another one", cause: .storeReplaced)
      }
      try body(&row)
      row.commits += 1
      row.lockGeneration = max(row.lockGeneration, state.lockGeneration)
      try connection.setStoreRow(row)
    }
  }
}
