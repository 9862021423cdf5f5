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

  /// The rows of a class that is stored; identities have none.
  package subscript(itemClass: ItemClass) -> Int64 {
    get {
      switch itemClass {
      case .genericPassword: genericPasswords
      case .internetPassword: internetPasswords
      case .key: keys
      case .certificate: certificates
      case .identity: 0
      }
    }
    set {
      switch itemClass {
      case .genericPassword: genericPasswords = newValue
      case .internetPassword: internetPasswords = newValue
      case .key: keys = newValue
      case .certificate: certificates = newValue
      case .identity: break
      }
    }
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
        keybag: row.integer(2), digest: row.bytes(3), numbers: (4..<10).map { row.integer($0) })
    }
    return rows.first ?? nil
  }

  /// Which database a commit was made in, and what the row of `store` says after it.
  package struct CountedCommit: Sendable {
    package let databaseID: RowIdentifier?
    package let keybagDigest: [UInt8]
    package let number: UInt64
    package let rows: RowCounts
  }

  /// Counts a commit and the rows that the present transaction added and removed. To be called at the end of each
  /// transaction that writes.
  ///
  /// - Parameter lockGeneration: Recorded when it is greater than the one that is there.
  /// - Throws: `.notAvailable` with the cause `databaseDamaged` when the table `store` has no row.
  package func countCommit(lockGeneration: UInt64) throws(KeychainError) -> CountedCommit {
    try withStatement(.countCommit) { (statement) throws(KeychainError) in
      statement.bind(Int64(clamping: lockGeneration), at: 1)
      for (index, itemClass) in ItemClass.stored.enumerated() {
        statement.bind(rowChanges[itemClass], at: Int32(index + 2))
      }
      guard try statement.step() else {
        throw KeychainError(
          .notAvailable, "keychain.db does not say which keychain it is of", cause: .databaseDamaged
        )
      }
      let commit = CountedCommit(
        databaseID: RowIdentifier(statement.bytes(0)), keybagDigest: statement.bytes(1),
        number: UInt64(clamping: statement.integer(2)),
        rows: RowCounts(
          genericPasswords: statement.integer(3), internetPasswords: statement.integer(4),
          keys: statement.integer(5), certificates: statement.integer(6)))
      _ = try statement.step()
      return commit
    }
  }

  /// The rows of each class, counted one by one.
  package func countRows() throws(KeychainError) -> RowCounts {
    var counts = RowCounts()
    for itemClass in ItemClass.stored { counts[itemClass] = Int64(try rowCount(of: itemClass)) }
    return counts
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
    vault: RowIdentifier?, database: RowIdentifier?, keybag: Int64, digest: [UInt8],
    numbers: [Int64]
  ) {
    guard let vault, let database, keybag > 0, digest.count == 32,
      numbers.allSatisfy({ $0 >= 0 })
    else { return nil }
    self.init(
      vaultID: vault, databaseID: database, keybagNumber: UInt64(keybag), keybagDigest: digest,
      lockGeneration: UInt64(numbers[0]), commits: UInt64(numbers[1]),
      rows: RowCounts(
        genericPasswords: numbers[2], internetPasswords: numbers[3], keys: numbers[4],
        certificates: numbers[5]))
  }
}
