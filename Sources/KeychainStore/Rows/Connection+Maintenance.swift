package import KeychainModel

// Functions for maintenance only.

extension Connection {
  /// The numbers of the rows that are tombstones or are sealed under none of these keys, in order.
  package func numbersToPurge(
    of itemClass: ItemClass, usableKeys: [UInt32]
  ) throws(KeychainError) -> [Int64] {
    let keys = usableKeys.map(String.init).joined(separator: ", ")
    return try rows(
      "SELECT id FROM \(itemClass.rawValue) WHERE tomb = 1 OR key_id NOT IN (\(keys)) ORDER BY id"
    ) { $0.integer(0) }
  }

  /// The number of rows of a class that are not tombstones.
  package func liveRowCount(of itemClass: ItemClass) throws(KeychainError) -> Int {
    Int(try integer("SELECT count(*) FROM \(itemClass.rawValue) WHERE tomb = 0"))
  }

  /// Deletes all rows in quarantine, with the chunks of their secrets. Returns the number of rows.
  package func dropQuarantine() throws(KeychainError) -> Int {
    let quarantined = try quarantinedRows()
    for identifier in Set(quarantined.compactMap(\.identifier)) {
      if try !isInUse(identifier) { try deleteChunks(of: identifier) }
    }
    for row in quarantined { try execute("DELETE FROM quarantine WHERE id = \(row.entry)") }
    return quarantined.count
  }
}
