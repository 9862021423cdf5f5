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

/// How many rows of each class a database has, tombstones included.
package struct RowCounts: Equatable, Sendable {
  package var genericPasswords: Int64
  package var internetPasswords: Int64
  package var keys: Int64
  package var certificates: Int64

  package init(
    genericPasswords: Int64 = 0, internetPasswords: Int64 = 0, keys: Int64 = 0,
    certificates: Int64 = 0
  ) {
    self.genericPasswords = genericPasswords
    self.internetPasswords = internetPasswords
    self.keys = keys
    self.certificates = certificates
  }
}

extension Connection {
  /// The row of `store`; nil when there is none, or when it does not say everything that it must.
  package func storeRow() throws(KeychainError) -> StoreRow? {
    let rows = try rows(
      """
      SELECT uuid, file, keybag, digest, lock_generation, commits, genp, inet, keys, cert
      FROM store WHERE id = 1
      """
    ) { row in
      StoreRow(
        vault: RowIdentifier(row.bytes(0)), database: RowIdentifier(row.bytes(1)),
        numbers: (2..<10).map { row.integer($0) }, digest: row.bytes(3))
    }
    return rows.first ?? nil
  }

  /// Writes the row of `store`. To be called in a transaction.
  package func setStoreRow(_ row: StoreRow) throws(KeychainError) {
    let digest = row.keybagDigest.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    try execute(
      """
      UPDATE store SET uuid = x'\(row.vaultID)', file = x'\(row.databaseID)',
        keybag = \(Int64(clamping: row.keybagNumber)), digest = x'\(digest)',
        lock_generation = \(Int64(clamping: row.lockGeneration)),
        commits = \(Int64(clamping: row.commits)), genp = \(row.rows.genericPasswords),
        inet = \(row.rows.internetPasswords), keys = \(row.rows.keys),
        cert = \(row.rows.certificates)
      """)
  }
}

extension StoreRow {
  /// Nil when a column holds what no vault can hold.
  fileprivate init?(
    vault: RowIdentifier?, database: RowIdentifier?, numbers: [Int64], digest: [UInt8]
  ) {
    guard let vault, let database, digest.count == 32, numbers.allSatisfy({ $0 >= 0 }),
      numbers[0] > 0
    else { return nil }
    self.init(
      vaultID: vault, databaseID: database, keybagNumber: UInt64(numbers[0]),
      keybagDigest: digest, lockGeneration: UInt64(numbers[2]), commits: UInt64(numbers[3]),
      rows: RowCounts(
        genericPasswords: numbers[4], internetPasswords: numbers[5], keys: numbers[6],
        certificates: numbers[7]))
  }
}
