package import KeychainModel

// What sealing rows under other keys asks for.

extension Connection {
  /// Replaces the key of a row and the parts that are sealed under it.
  package func updateSeal(of row: StoredRow, in itemClass: ItemClass) throws(KeychainError) {
    try withStatement(.updateSeal(itemClass)) { (statement) throws(KeychainError) in
      statement.bind(row.number, at: 1)
      statement.bind(Int64(row.keyID), at: 2)
      try statement.bind(row.metadata, at: 3)
      if let secret = row.secret { try statement.bind(secret, at: 4) }
      try statement.run()
    }
  }

  /// The same for a row in quarantine. All else that is recorded of it stays as it is.
  package func updateSeal(
    of row: StoredRow, _ quarantined: QuarantinedRow
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

  /// The key number of a row as its column says it, whatever else of the row can be read; nil when
  /// the column holds no number that a key can have.
  package func keyID(
    ofRow number: Int64, of itemClass: ItemClass
  ) throws(KeychainError) -> UInt32? {
    try rows("SELECT key_id FROM \(itemClass.rawValue) WHERE id = \(number)") { $0.integer(0) }
      .first.flatMap { UInt32(exactly: $0) }
  }

  /// The key numbers that rows bear, of all classes and of those that only a later version knows,
  /// and those in quarantine as well. A number that no key can have is left out.
  package func keyIDsInUse() throws(KeychainError) -> Set<UInt32> {
    var keyIDs: Set<UInt32> = []
    let tables = try rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%key_id %'"
    ) { $0.text(0) }
    for table in tables {
      let found = try rows("SELECT DISTINCT key_id FROM \"\(table)\"") { $0.integer(0) }
      keyIDs.formUnion(found.compactMap { UInt32(exactly: $0) })
    }
    return keyIDs.union(try quarantinedRows().compactMap(\.keyID))
  }
}
