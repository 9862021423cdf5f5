package import KeychainModel

// Rows as they are stored, for a copy of a vault. A row may be damaged in any way.

/// A row of an item table with its entries in side indices.
package struct RecordedRow: Sendable, Equatable {
  package var itemClass: ItemClass
  /// The name, type and bytes of every column (`QuarantineRecord`).
  package var record: [UInt8]
  /// The entries in side indices; nil when they are damaged.
  package var entries: AuxiliaryEntries?

  package init(_ itemClass: ItemClass, record: [UInt8], entries: AuxiliaryEntries?) {
    self.itemClass = itemClass
    self.record = record
    self.entries = entries
  }

  /// The row; nil when an unsealed column contains an invalid value.
  package var row: ItemRow? {
    guard let record = QuarantineRecord(decoding: record), let number = record["id"]?.integer else { return nil }
    return QuarantinedRow(entry: 0, itemClass: itemClass, number: number, moved: 0, record: record).row
  }

  /// The row as a row in quarantine.
  ///
  /// - Parameter moved: The time at which the row comes into quarantine.
  package func quarantined(at moved: Double) -> RecordedQuarantine {
    RecordedQuarantine(
      itemClass: Int64(itemClass.code.rawValue), number: QuarantineRecord(decoding: record)?["id"]?.integer ?? 0,
      moved: moved, record: record)
  }
}

/// A row in quarantine, as it is stored.
package struct RecordedQuarantine: Sendable, Equatable {
  /// The four characters of the item class, which may be damaged.
  package var itemClass: Int64
  package var number: Int64
  package var moved: Double
  package var record: [UInt8]

  package init(itemClass: Int64, number: Int64, moved: Double, record: [UInt8]) {
    self.itemClass = itemClass
    self.number = number
    self.moved = moved
    self.record = record
  }

  /// The identifier of the item; nil when it is damaged.
  package var identifier: RowIdentifier? {
    QuarantineRecord(decoding: record)?["ref"]?.blob.flatMap { RowIdentifier($0) }
  }

  /// The class of the item and its row; nil when they are damaged.
  package var content: (itemClass: ItemClass, row: ItemRow)? {
    let stored = QuarantinedRow(
      entry: 0, itemClass: ItemClass(rawValue: fourCharacters(itemClass)), number: number, moved: moved,
      record: QuarantineRecord(decoding: record))
    guard let itemClass = stored.itemClass, let row = stored.row else { return nil }
    return (itemClass, row)
  }

  /// The blind access group of the item; nil when it is damaged.
  package var accessGroup: BlindValue? {
    QuarantineRecord(decoding: record)?["agrp"]?.blob.flatMap { bytes in bytes.withUnsafeBytes { BlindValue($0) } }
  }

  /// The policy of the item; nil when it is damaged.
  package var policy: Int64? { QuarantineRecord(decoding: record)?["policy"]?.integer }
}

extension Connection {
  /// Calls `body` with every row of a class, in creation order.
  package func forEachRecord(
    of itemClass: ItemClass, _ body: (RecordedRow, RowIdentifier?) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    let table = ItemTable(itemClass)
    try withStatement(.select(itemClass, .everything)) { (statement) throws(KeychainError) in
      statement.bind(Int64.min, at: 1)
      while try statement.step() {
        let record = QuarantineRecord(table.columns.enumerated().map { ($1, statement.value(Int32($0))) })
        let (number, isSynchronizable) = (statement.integer(0), statement.integer(5) == 1)
        let entries = try table.schema.auxiliaryIndex.flatMap { (index) throws(KeychainError) in
          try auxiliaryEntries(index, isSynchronizable: isSynchronizable, of: number)
        }
        try body(
          RecordedRow(itemClass, record: record.encoded, entries: entries),
          record["ref"]?.blob.flatMap { RowIdentifier($0) })
      }
    }
  }

  /// Calls `body` with every row in quarantine, oldest first. One row at a time is in memory.
  package func forEachQuarantined(
    _ body: (RecordedQuarantine) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    let statement = try Statement("SELECT class, item, moved, record FROM quarantine ORDER BY id", self)
    while try statement.step() {
      try body(
        RecordedQuarantine(
          itemClass: statement.integer(0), number: statement.integer(1), moved: statement.real(2),
          record: statement.bytes(3)))
    }
  }

  /// Calls `body` with each chunk of a secret and its number, in order. Chunks may be missing.
  package func forEachChunk(
    of identifier: RowIdentifier, _ body: (Int64, [UInt8]) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    try withStatement(.selectChunks) { (statement) throws(KeychainError) in
      try statement.bind(identifier, at: 1)
      while try statement.step() { try body(statement.integer(0), statement.bytes(1)) }
    }
  }

  /// Adds a row to the quarantine.
  package func insert(_ row: RecordedQuarantine) throws(KeychainError) {
    try withStatement(.insertQuarantine) { (statement) throws(KeychainError) in
      statement.bind(Self.quarantineMark, at: 1)
      statement.bind(row.itemClass, at: 2)
      statement.bind(row.number, at: 3)
      statement.bind(real: row.moved, at: 4)
      try statement.bind(row.record, at: 5)
      try statement.run()
    }
  }

  /// Commits a large transaction and begins another one, while no other program uses a new database.
  package func commitPart() throws(KeychainError) {
    try execute("COMMIT")
    try execute("BEGIN IMMEDIATE")
  }
}
