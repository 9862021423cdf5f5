import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore

// The damage flag of the header: set by a process that meets damage, tested by every writer, cleared by a repair, an
// acceptance and an erasure.

extension Vault {
  /// Sets the damage flag, when a second connection finds the database damaged as well. On a read-only volume it cannot
  /// be set.
  func markDamaged(_ vault: OpenVault) {
    do throws(KeychainError) {
      guard !vault.base.state.isDamaged else { return }
      let deadline = Deadline.after(.seconds(2))
      let (lock, header) = try vault.files.lock(.shared, until: deadline)
      defer { lock.unlock() }
      guard try vault.isInPlace(), try Self.isDamaged(vault.files, until: deadline) else { return }
      try header.change(until: deadline) { state in
        if state.databaseID == vault.base.state.databaseID { state.isDamaged = true }
      }
      Log.error("the database is damaged: verify-keychain --repair puts its items into a new one")
    } catch { Log.error("it could not be recorded that the database is damaged", error) }
  }

  /// Whether SQLite finds the database damaged on a connection of its own. SQLite may have been misled by something
  /// that is no more.
  ///
  /// - Parameter suspectsVersion: Whether the number of a later version is damage where every table is as today.
  static func isDamaged(_ files: VaultFiles, suspectsVersion: Bool = false, until deadline: Deadline)
    throws(KeychainError) -> Bool
  {
    guard try files.data.status(of: files.names.database)?.byteCount ?? 0 > 0 else { return true }
    do throws(KeychainError) {
      let connection = try files.connection(until: deadline)
      try StoreSchema.check(connection, suspectsVersion: suspectsVersion)
      guard try connection.storeRow() != nil else { return true }
      return try connection.rows("PRAGMA integrity_check(1)") { $0.text(0) } != ["ok"]
    } catch {
      guard error.cause == .databaseDamaged else { throw error }
      return true
    }
  }
}
