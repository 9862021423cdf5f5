/// A row that was found in a damaged database.
struct ScannedRow {
  let number: Int64
  /// The columns in table order. The first is NULL, because it is an alias of the row number.
  let values: [SQLValue]
  /// The table in whose tree the row was found; nil when it was found on a page without a tree.
  let table: String?
}
