package import KeychainModel

/// The one row of the table `store`: what the database says of its vault.
package struct StoreRow: Equatable, Sendable {
  package var vaultID: RowIdentifier
  /// Random, new with each database file.
  package var databaseID: RowIdentifier
  /// The keybag in force.
  package var keybagNumber: UInt64
  /// The SHA-256 of that keybag.
  package var keybagDigest: [UInt8]
  /// The lock generation that the last commit knew.
  package var lockGeneration: UInt64
  /// The number of the last commit.
  package var commits: UInt64
  package var rows: RowCounts

  package init(
    vaultID: RowIdentifier, databaseID: RowIdentifier, keybagNumber: UInt64, keybagDigest: [UInt8],
    lockGeneration: UInt64 = 1, commits: UInt64 = 0,
    rows: RowCounts = RowCounts()
  ) {
    self.vaultID = vaultID
    self.databaseID = databaseID
    self.keybagNumber = keybagNumber
    self.keybagDigest = keybagDigest
    self.lockGeneration = lockGeneration
    self.commits = commits
    self.rows = rows
  }
}
