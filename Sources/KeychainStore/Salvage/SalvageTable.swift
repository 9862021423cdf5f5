import KeychainModel

/// A table whose rows are salvaged: the form of its rows, and the statement that inserts a row.
struct SalvageTable {
  /// The type of a column. SQLite checks the type, too, because the tables are STRICT tables.
  enum Kind {
    case number, integer, real, blob, optionalBlob

    /// The value to store; nil when the column cannot contain the value.
    func accepting(_ value: SQLValue) -> SQLValue? {
      switch (self, value) {
      case (.number, _): .null
      case (.integer, .integer), (.real, .real), (.blob, .blob), (.optionalBlob, .blob),
        (.optionalBlob, .null):
        value
      // SQLite stores a real number without a fraction as an integer.
      case (.real, .integer(let number)): .real(Double(number))
      default: nil
      }
    }
  }

  let name: String
  /// The value in the second column of every row of the table.
  let mark: Int64
  let kinds: [Kind]
  let insertion: StatementKey
  /// The item class of the table; nil for a table that does not belong to an item class.
  let itemClass: ItemClass?

  static let all: [SalvageTable] = ItemClass.stored.map(SalvageTable.init) + [chunk, quarantine]

  static let chunk = SalvageTable(
    name: "chunk", mark: Connection.chunkMark, kinds: [.number, .integer, .blob, .integer, .blob],
    insertion: .insertNumberedChunk, itemClass: nil)

  static let quarantine = SalvageTable(
    name: "quarantine", mark: Connection.quarantineMark,
    kinds: [.number, .integer, .integer, .integer, .real, .blob],
    insertion: .insertNumberedQuarantine, itemClass: nil)

  private init(_ itemClass: ItemClass) {
    let table = ItemTable(itemClass)
    self.init(
      name: table.name, mark: Int64(itemClass.code.rawValue),
      kinds: table.columns.map { Self.kind(of: $0, table) },
      insertion: .insertNumbered(itemClass), itemClass: itemClass)
  }

  private init(
    name: String, mark: Int64, kinds: [Kind], insertion: StatementKey, itemClass: ItemClass?
  ) {
    self.name = name
    self.mark = mark
    self.kinds = kinds
    self.insertion = insertion
    self.itemClass = itemClass
  }

  private static func kind(of column: String, _ table: ItemTable) -> Kind {
    if column == "id" { return .number }
    if ItemTable.integerColumns.contains(column) { return .integer }
    return table.isOptional(column) ? .optionalBlob : .blob
  }

  /// The table of a row. The value in the second column of the row is the mark of its table. If no table has this mark,
  /// the result is the table in whose tree the row was found.
  static func table(of row: ScannedRow) -> SalvageTable? {
    guard row.values.count > 1 else { return nil }
    let marked = row.values[1].integer.flatMap { mark in all.first { $0.mark == mark } }
    return marked ?? all.first { $0.name == row.table }
  }

  /// The columns to store, without the row number; nil when the row does not fit the table.
  func columns(of row: ScannedRow) -> [SQLValue]? {
    guard row.values.count >= kinds.count else { return nil }
    var columns: [SQLValue] = []
    columns.reserveCapacity(kinds.count)
    for (kind, value) in zip(kinds, row.values).dropFirst() {
      guard let value = kind.accepting(value) else { return nil }
      columns.append(value)
    }
    columns[0] = .integer(mark)
    return columns
  }
}
