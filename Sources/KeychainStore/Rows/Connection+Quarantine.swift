package import KeychainModel

// Rows that could not be opened when an equal item was added: kept aside, byte for byte.

extension Connection {
  static let quarantineMark: Int64 = 0x7175_6172  // "quar"

  /// Moves a row out of its table. The columns are kept as SQLite's own rows of values.
  package func quarantine(
    number: Int64, of itemClass: ItemClass, at date: Double
  ) throws(KeychainError) {
    let table = Table(itemClass)
    let hexadecimal = table.columns.map { "quote(\($0))" }.joined(separator: " || char(10) || ")
    try execute(
      """
      INSERT INTO quarantine (mark, class, item, moved, record)
      SELECT \(Self.quarantineMark), \(itemClass.code.rawValue), id, \(date),
        CAST(\(hexadecimal) AS BLOB)
      FROM \(table.name) WHERE id = \(number)
      """)
    try execute("DELETE FROM \(table.name) WHERE id = \(number)")
    if table.schema.isSearchedByDomain { try deleteDomains(of: number) }
  }

  /// What lies in quarantine: class, number and date of each row.
  package func quarantinedRows() throws(KeychainError) -> [QuarantinedRow] {
    try rows("SELECT class, item, moved FROM quarantine ORDER BY id") { row in
      QuarantinedRow(
        itemClass: ItemClass(rawValue: fourCharacters(row.integer(0))), number: row.integer(1),
        moved: Double(row.text(2)) ?? 0)
    }
  }
}

private func fourCharacters(_ number: Int64) -> String {
  FourCharacterCode(rawValue: UInt32(truncatingIfNeeded: number)).description
}

/// A row that was moved out of the way of an equal item because it could not be opened.
package struct QuarantinedRow: Sendable {
  /// Nil when the class itself is damaged.
  package let itemClass: ItemClass?
  /// The place it had in the order of creation.
  package let number: Int64
  /// When it was moved: seconds since 2001-01-01 00:00:00 UTC.
  package let moved: Double
}
