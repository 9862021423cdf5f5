import KeychainCrypto
package import KeychainFiles
package import KeychainModel

extension Vault {
  /// Destroys the keys and removes every file of the vault except its header. Other processes find no item at their
  /// next call.
  ///
  /// - Returns: Nil when there is no vault.
  /// - Throws: `.notAvailable` when other processes use the vault until the deadline, or the folders cannot be used;
  ///   `.readOnly`; `.inputOutput`. After an error, nothing was changed, or the next use finishes the erasure.
  package func erase(until deadline: Deadline) throws(KeychainError) -> ErasureOutcome? {
    discard()
    guard let files = try existingFiles(), try files.isPresent() else { return nil }
    // The tickets, which contain unlocked keys, are revoked even if the erasure fails.
    if let vaultID = files.keybags.newest()?.vaultID {
      for purpose in KeyTicket.Purpose.allCases { try? context.authority.revoke(purpose, of: vaultID) }
    }
    let exclusive = try ExclusiveVaultFiles(files, until: deadline)
    return try VaultErasure(exclusive: exclusive, random: random, context: context).run()
  }

  /// The number of items, not counting tombstones, even in a vault that cannot be opened; nil when it is unknown.
  package func countItems() throws(KeychainError) -> Int? { try existingFiles().flatMap { $0.itemCount() } }
}
