import KeychainCrypto
package import KeychainFiles
package import KeychainModel

extension Vault {
  /// Destroys the keys and removes every file of the vault but its header. Other processes find no item at their next
  /// call.
  ///
  /// - Returns: Nil where there is no vault.
  /// - Throws: `.notAvailable` when others keep the vault busy until the deadline, or the folders cannot be used;
  ///   `.readOnly`; `.inputOutput`. Either nothing was changed, or the next use finishes the erasure.
  package func erase(until deadline: Deadline) throws(KeychainError) -> ErasureOutcome? {
    discard()
    guard let files = try existingFiles(), try files.isPresent() else { return nil }
    // Also when the rest fails.
    if let vaultID = files.keybags.newest()?.vaultID {
      for purpose in KeyTicket.Purpose.allCases { try? context.authority.revoke(purpose, of: vaultID) }
    }
    let exclusive = try ExclusiveVaultFiles(files, until: deadline)
    return try VaultErasure(exclusive: exclusive, random: random, context: context).run()
  }

  /// How many items there are, tombstones not counted, also in a vault that cannot be opened; nil when nothing says it.
  package func countItems() throws(KeychainError) -> Int? { try existingFiles().flatMap { $0.itemCount() } }
}
