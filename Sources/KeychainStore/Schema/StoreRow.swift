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

extension RowCounts {
  /// The rows of all classes.
  package var total: Int64 { ItemClass.stored.reduce(0) { $0 &+ self[$1] } }

  /// The counts after a transaction that added and removed rows.
  package static func + (left: RowCounts, right: RowCounts) -> RowCounts {
    RowCounts(
      genericPasswords: left.genericPasswords &+ right.genericPasswords,
      internetPasswords: left.internetPasswords &+ right.internetPasswords,
      keys: left.keys &+ right.keys, certificates: left.certificates &+ right.certificates)
  }
}

extension Connection {
  /// The row of `store`; nil when there is none, or when it does not say everything that it must.
  package func storeRow() throws(KeychainError) -> StoreRow? {
    try withStatement(.selectStore) { (statement) throws(KeychainError) in
      try statement.step() ? StoreRow(statement) : nil
    }
  }

  /// Writes the row of `store`. To be called at the end of each transaction that writes.
  package func setStoreRow(_ row: StoreRow) throws(KeychainError) {
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

  /// The rows of each class, counted one by one.
  package func countRows() throws(KeychainError) -> RowCounts {
    var counts = RowCounts()
    for itemClass in ItemClass.stored { counts[itemClass] = Int64(try rowCount(of: itemClass)) }
    return counts
  }
}

extension StoreRow {
  /// The greatest number of a keybag, of a locking and of a commit: no vault reaches it, and there is room to count on.
  package static let largestNumber = UInt64(Int64.max) / 2 - UInt64(UInt32.max)

  /// The current row of a statement; nil when a column holds what no vault can hold.
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
