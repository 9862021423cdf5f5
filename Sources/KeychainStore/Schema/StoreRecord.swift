package import KeychainModel

/// The single row of the table `store`: data about the vault.
package struct StoreRecord: Equatable, Sendable {
  package var vaultID: RowIdentifier
  /// A random identifier of the database file.
  package var databaseID: RowIdentifier
  /// The number of the current keybag.
  package var keybagNumber: UInt64
  /// The SHA-256 of the current keybag.
  package var keybagDigest: [UInt8]
  /// The lock generation at the time of the last commit.
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

extension Connection {
  /// The row of `store`; nil when there is no such row, or when the row is incomplete.
  package func storeRecord() throws(KeychainError) -> StoreRecord? {
    try withStatement(.selectStore) { (statement) throws(KeychainError) in
      try statement.step() ? StoreRecord(statement) : nil
    }
  }

  /// Writes the row of `store`, at the end of each transaction that writes.
  package func setStoreRecord(_ row: StoreRecord) throws(KeychainError) {
    try withStatement(.updateStore) { (statement) throws(KeychainError) in
      try statement.bind(row.vaultID, at: 1)
      try statement.bind(row.databaseID, at: 2)
      statement.bind(Int64(clamping: row.keybagNumber), at: 3)
      try statement.bind(row.keybagDigest, at: 4)
      statement.bind(Int64(clamping: row.lockGeneration), at: 5)
      statement.bind(Int64(clamping: row.commits), at: 6)
      statement.bind(row.rows.genericPasswords, at: 7)
      statement.bind(row.rows.internetPasswords, at: 8)
      statement.bind(row.rows.keys, at: 9)
      statement.bind(row.rows.certificates, at: 10)
      try statement.run()
    }
  }
}

extension StoreRecord {
  /// The limit for the number of a keybag, the number of a lock generation and the number of a commit. No vault reaches
  /// the limit, and a number at the limit can still be incremented.
  package static let largestNumber = UInt64(Int64.max) / 2 - UInt64(UInt32.max)

  /// Reads the current row of a statement. Returns nil when a column contains an invalid value.
  fileprivate init?(_ statement: Statement) {
    guard let vaultID = statement.identifier(0), let databaseID = statement.identifier(1) else {
      return nil
    }
    self.init(
      vaultID: vaultID, databaseID: databaseID,
      keybagNumber: UInt64(clamping: statement.integer(2)), keybagDigest: statement.bytes(3),
      lockGeneration: UInt64(clamping: statement.integer(4)),
      commits: UInt64(clamping: statement.integer(5)),
      rows: RowCounts(
        genericPasswords: statement.integer(6), internetPasswords: statement.integer(7),
        keys: statement.integer(8), certificates: statement.integer(9)))
    let largest = Self.largestNumber
    guard keybagNumber > 0, keybagNumber <= largest, keybagDigest.count == 32,
      statement.integer(4) >= 0, lockGeneration <= largest, statement.integer(5) >= 0,
      commits <= largest, rows.genericPasswords >= 0, rows.internetPasswords >= 0,
      rows.keys >= 0, rows.certificates >= 0
    else { return nil }
  }
}
