import KeychainModel

/// The table of one item class: its columns, indices and SQL, derived from the class's schema.
struct ItemTable {
  let schema: ItemSchema
  let name: String

  init(_ itemClass: ItemClass) {
    schema = ItemSchema.of(itemClass)
    name = itemClass.rawValue
  }

  // MARK: Columns

  /// The columns of every class before the columns of its indices, in table order.
  static let leadingColumns = [
    "id", "mark", "ref", "key_id", "pdmn", "sync", "tomb", "policy", "agrp", "ukey",
  ]

  /// The columns after the columns of the indices. The large columns come last.
  static let trailingColumns = ["tags", "meta", "secret"]

  var columns: [String] {
    Self.leadingColumns + schema.indices.map(\.column) + Self.trailingColumns
  }

  static let integerColumns: Set = ["mark", "key_id", "pdmn", "sync", "tomb", "policy"]

  /// Whether a column can contain NULL.
  func isOptional(_ column: String) -> Bool {
    column == "secret" || schema.indices.contains { $0.column == column }
  }

  // MARK: Definition

  /// The statements that create the table and its indices, in the form in which SQLite stores them.
  var creation: [String] {
    let definitions = columns.map { column in
      if column == "id" { return "id INTEGER PRIMARY KEY" }
      if Self.integerColumns.contains(column) { return "\(column) INTEGER NOT NULL" }
      return "\(column) BLOB" + (isOptional(column) ? "" : " NOT NULL")
    }
    let table = "CREATE TABLE \(name) (\(definitions.joined(separator: ", "))) STRICT"
    let unique = ["ref", "ukey"].map { "CREATE UNIQUE INDEX \(name)_\($0) ON \(name) (\($0))" }
    let group = "CREATE INDEX \(name)_agrp ON \(name) (agrp, sync, tomb)"
    // The index leaves out rows without the attribute, because no search for such rows uses the index.
    let indexed = schema.indices.map { index in
      "CREATE INDEX \(name)_\(index.column) ON \(name) (\(index.column), sync, tomb)"
        + " WHERE \(index.column) IS NOT NULL"
    }
    return [table] + unique + [group] + indexed
  }

  // MARK: Statements

  /// The statement that selects all columns of the rows that satisfy a condition, ordered by row number.
  func select(_ condition: StatementKey.Condition) -> String {
    let list = columns.map { "i.\($0)" }.joined(separator: ", ")
    return "SELECT \(list) FROM \(source(condition)) WHERE \(predicate(condition))"
      + " ORDER BY \(order(condition))"
  }

  private func source(_ condition: StatementKey.Condition) -> String {
    if case .domain = condition {
      // With CROSS JOIN, SQLite reads the domain table first, and then finds the rows of the item table by their
      // numbers.
      return "\(name)_domain d CROSS JOIN \(name) i ON i.id = d.item"
    }
    return "\(name) i"
  }

  /// The column with the row number, for ORDER BY. SQLite need not sort the rows, because the index of the condition
  /// contains the rows in this order.
  private func order(_ condition: StatementKey.Condition) -> String {
    if case .domain = condition { "d.item" } else { "i.id" }
  }

  /// The condition in SQL. The parameters are: 1 the key, 2 `sync`, 3 `tomb`, from 4 the other blind values in schema
  /// order.
  private func predicate(_ condition: StatementKey.Condition) -> String {
    switch condition {
    case .number: return "i.id = ?1"
    case .identifier: return "i.ref = ?1"
    case .uniqueness: return "i.ukey = ?1"
    case .everything: return "i.id > ?1"
    case .group(let further):
      return "i.agrp = ?1 AND i.sync = ?2 AND i.tomb = ?3" + self.further(further)
    case .indexed(let key, let further):
      let column = schema.indices[Int(key)].column
      return "i.\(column) = ?1 AND i.sync = ?2 AND i.tomb = ?3" + self.further(further)
    case .domain(let further):
      return "d.domain = ?1 AND d.sync = ?2 AND +i.tomb = ?3" + self.further(further)
    }
  }

  /// The comparisons with other indices. The unary plus before a column prevents the query planner from choosing the
  /// index of that column.
  private func further(_ indices: UInt16) -> String {
    var parameter = 3
    return schema.indices.enumerated().reduce(into: "") { text, index in
      guard indices & (1 << index.offset) != 0 else { return }
      parameter += 1
      text += " AND +i.\(index.element.column) = ?\(parameter)"
    }
  }

  func insert(numbered: Bool) -> String {
    let columns = numbered ? self.columns : Array(self.columns.dropFirst())
    let first = numbered ? 1 : 2
    let parameters = columns.indices.map { "?\($0 + first)" }.joined(separator: ", ")
    return "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(parameters))"
  }

  var update: String {
    let assignments = columns.enumerated().dropFirst(2)
      .map { "\($1) = ?\($0 + 1)" }.joined(separator: ", ")
    return "UPDATE \(name) SET \(assignments) WHERE id = ?1"
  }

  /// The statement that replaces the columns that change with ordinary attributes or the secret. The statement assigns
  /// no other column, because SQLite writes every index of an assigned column, even if the value stays the same.
  var updateContent: String {
    "UPDATE \(name) SET tags = ?2, meta = ?3, secret = ?4 WHERE id = ?1"
  }

  /// The statement that replaces the columns that change when a row is sealed under another key.
  var updateSeal: String {
    "UPDATE \(name) SET key_id = ?2, meta = ?3, secret = ?4 WHERE id = ?1"
  }
}
