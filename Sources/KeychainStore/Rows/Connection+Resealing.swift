package import KeychainModel

// Functions for sealing rows under other keys.

extension Connection {
  /// Replaces the key number and the sealed parts of a row. The other columns stay the same.
  package func updateSeal(of row: ItemRow, in itemClass: ItemClass) throws(KeychainError) {
    try withStatement(.updateSeal(itemClass)) { (statement) throws(KeychainError) in
      statement.bind(row.number, at: 1)
      statement.bind(Int64(row.keyID), at: 2)
      try statement.bind(row.metadata, at: 3)
      if let secret = row.secret { try statement.bind(secret, at: 4) }
      try statement.run()
    }
  }

  /// Replaces the key number and the sealed parts of a row in quarantine. The other columns stay the same.
  package func updateSeal(
    of row: ItemRow, _ quarantined: QuarantinedRow
  ) throws(KeychainError) {
    guard var record = quarantined.record else { return }
    record["key_id"] = .integer(Int64(row.keyID))
    record["meta"] = .blob(row.metadata)
    record["secret"] = row.secret.map { .blob($0) } ?? .null
    let encoded = record.encoded
    try withStatement(.updateQuarantine) { (statement) throws(KeychainError) in
      statement.bind(quarantined.entry, at: 1)
      try statement.bind(encoded, at: 2)
      try statement.run()
    }
  }

  /// Whether an existing item has this identifier. If an item and a row in quarantine have the same identifier, the
  /// chunks with this identifier belong to the item.
  package func isInUse(_ identifier: RowIdentifier) throws(KeychainError) -> Bool {
    for itemClass in ItemClass.stored where try row(identifier, of: itemClass) != nil { return true }
    return false
  }

  /// The number in the column `key_id` of a row, even if other columns of the row are damaged. Nil when the column
  /// contains no valid key number.
  package func keyID(
    ofRow number: Int64, of itemClass: ItemClass
  ) throws(KeychainError) -> UInt32? {
    try rows("SELECT key_id FROM \(itemClass.rawValue) WHERE id = \(number)") { $0.integer(0) }
      .first.flatMap { UInt32(exactly: $0) }
  }

  /// The key numbers of all rows, including quarantined rows and rows of classes that only a later
  /// version knows. Invalid key numbers are left out.
  package func keyIDsInUse() throws(KeychainError) -> Set<UInt32> {
    var keyIDs: Set<UInt32> = []
    let tables = try rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%key_id %'"
    ) { $0.text(0) }
    for table in tables {
      let found = try rows("SELECT DISTINCT key_id FROM \"\(table)\"") { $0.integer(0) }
      keyIDs.formUnion(found.compactMap { UInt32(exactly: $0) })
    }
    try forEachQuarantinedRow { row in if let keyID = row.keyID { keyIDs.insert(keyID) } }
    return keyIDs
  }
}
