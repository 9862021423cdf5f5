package import KeychainModel

// A row is moved to quarantine when the row cannot be opened and an item with the same uniqueness key is added. Rows in
// quarantine are kept unchanged. The chunks of these rows stay in the chunk table.

extension Connection {
  static let quarantineMark: Int64 = 0x7175_6172  // "quar"

  /// Moves a row from its table to the quarantine.
  package func quarantine(
    number: Int64, of itemClass: ItemClass, at date: Double
  ) throws(KeychainError) {
    guard let record = try record(of: number, in: ItemTable(itemClass)) else { return }
    try withStatement(.insertQuarantine) { (statement) throws(KeychainError) in
      statement.bind(Self.quarantineMark, at: 1)
      statement.bind(Int64(itemClass.code.rawValue), at: 2)
      statement.bind(number, at: 3)
      statement.bind(real: date, at: 4)
      try statement.bind(record.encoded, at: 5)
      try statement.run()
    }
    try delete(number: number, nil, from: itemClass)
  }

  private func record(
    of number: Int64, in table: ItemTable
  ) throws(KeychainError) -> QuarantineRecord? {
    try withStatement(.select(table.schema.itemClass, .number)) {
      (statement) throws(KeychainError) in
      statement.bind(number, at: 1)
      guard try statement.step() else { return nil }
      return QuarantineRecord(
        table.columns.enumerated().map { ($1, statement.value(Int32($0))) })
    }
  }

  /// Calls `body` with every row in quarantine, oldest first. One row at a time is in memory. `body` may change and remove
  /// the row.
  package func forEachQuarantinedRow(
    _ body: (QuarantinedRow) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    var last = Int64.min
    while let row = try quarantinedRow(after: last) {
      last = row.entry
      try body(row)
    }
  }

  private func quarantinedRow(after entry: Int64) throws(KeychainError) -> QuarantinedRow? {
    let next = try rows("SELECT id, length(record) FROM quarantine WHERE id > \(entry) ORDER BY id LIMIT 1") { row in
      (entry: row.integer(0), byteCount: Int(row.integer(1)))
    }.first
    guard let next else { return nil }
    // The record, its decoded columns, and the copy of SQLite.
    try willRead?(3 * next.byteCount)
    return try rows("SELECT id, class, item, moved, record FROM quarantine WHERE id = \(next.entry)") { row in
      QuarantinedRow(
        entry: row.integer(0), itemClass: ItemClass(rawValue: fourCharacters(row.integer(1))),
        number: row.integer(2), moved: row.real(3),
        record: QuarantineRecord(decoding: row.bytes(4)))
    }.first
  }

  /// The number of rows in quarantine.
  package func quarantinedRowCount() throws(KeychainError) -> Int {
    try rows("SELECT count(*) FROM quarantine") { Int($0.integer(0)) }.first ?? 0
  }

  /// Moves a row out of quarantine, unchanged. The row keeps its row number, and so its position in creation order,
  /// unless another row has this number now.
  ///
  /// - Returns: The row. Nil, without any change, when the record is not a valid row, or when another row has the same
  ///   identifier or the same uniqueness key.
  package func restore(_ quarantined: QuarantinedRow) throws(KeychainError) -> ItemRow? {
    guard let itemClass = quarantined.itemClass, let row = quarantined.row,
      try self.row(row.identifier, of: itemClass) == nil,
      try self.row(uniqueness: row.uniqueness, of: itemClass) == nil
    else { return nil }
    var restored = row
    if try self.row(number: row.number, of: itemClass) != nil { restored.number = 0 }
    restored.number = try insert(restored, into: itemClass)
    try execute("DELETE FROM quarantine WHERE id = \(quarantined.entry)")
    return restored
  }
}

func fourCharacters(_ number: Int64) -> String {
  FourCharacterCode(rawValue: UInt32(truncatingIfNeeded: number)).description
}
