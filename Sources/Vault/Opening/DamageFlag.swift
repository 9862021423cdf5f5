import KeychainFiles
import KeychainLog
import KeychainModel

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
      guard try vault.isInPlace(), try vault.files.isDamaged(until: deadline) else { return }
      try header.change(until: deadline) { state in
        if state.databaseID == vault.base.state.databaseID { state.isDamaged = true }
      }
      Log.error("the database is damaged: verify-keychain --repair puts its items into a new one")
    } catch { Log.error("it could not be recorded that the database is damaged", error) }
  }
}
