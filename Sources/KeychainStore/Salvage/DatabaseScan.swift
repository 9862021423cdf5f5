import KeychainModel

/// Goes through all readable rows of a damaged database.
///
/// 1. The rows that can be reached from the root of their table come first, in order.
/// 2. Then come the rows on leaf pages that no tree contains and that are not in the list of free pages.
///
/// A damaged file cannot make the scan loop or crash: every page is read once at most, and the number of followed
/// pointers is limited by the number of pages with content.
struct DatabaseScan {
  typealias Visitor = (ScannedRow) throws(KeychainError) -> Void

  private let database: DamagedDatabase
  private var visited: Set<Int> = []
  private var overflowBudget: Int

  /// Whether rows may be missing, because part of a tree could not be read.
  private(set) var isIncomplete = false

  init(_ database: DamagedDatabase) {
    self.database = database
    overflowBudget = 4 * database.contentCount + 10_000
  }

  /// Passes every row of the tables with these names to `visit`.
  mutating func run(tables: [String], _ visit: Visitor) throws(KeychainError) {
    if database.pageCount < database.statedPageCount { isIncomplete = true }
    let roots = schemaRoots()
    for table in tables {
      if let root = roots[table] {
        try walk(root, table, visit)
      } else {
        isIncomplete = true
      }
    }
    try visitLooseLeaves(visit)
  }

  // MARK: Trees

  /// The root pages of the tables, from SQLite's schema table.
  private mutating func schemaRoots() -> [String: Int] {
    var roots: [String: Int] = [:]
    // This call cannot fail, because only the visitor could throw an error, and this visitor throws none.
    try? walk(1, nil) { row in
      guard row.values.count == 5, row.values[0].text == "table", let name = row.values[1].text,
        let root = row.values[3].integer.flatMap({ Int(exactly: $0) })
      else { return }
      roots[name] = root
    }
    return roots
  }

  private mutating func walk(
    _ number: Int, _ table: String?, depth: Int = 0, _ visit: Visitor
  ) throws(KeychainError) {
    guard !visited.contains(number), depth < Self.largestDepth,
      let page = database.treePage(number), page.kind.isTable
    else {
      isIncomplete = true
      return
    }
    visited.insert(number)
    if page.kind == .tableLeaf {
      try visitRows(of: page, table, visit)
      return
    }
    for child in page.children {
      if let child {
        try walk(child, table, depth: depth + 1, visit)
      } else {
        isIncomplete = true
      }
    }
  }

  /// The largest depth of a tree, which is the limit of SQLite.
  private static let largestDepth = 20

  /// Visits leaf pages that no tree contains. Rows on free pages were deleted, so free pages are
  /// skipped. If the list of free pages is damaged, the leaf pages are visited only when a tree is
  /// damaged, too.
  private mutating func visitLooseLeaves(_ visit: Visitor) throws(KeychainError) {
    let free = FreePages(of: database)
    guard free.isWhole || isIncomplete else { return }
    var last = 1
    while let number = database.nextPage(from: last + 1) {
      last = number
      if visited.contains(number) || free.isWhole && free.numbers.contains(number) { continue }
      guard let page = database.treePage(number), page.kind == .tableLeaf else { continue }
      visited.insert(number)
      try visitRows(of: page, nil, visit)
    }
  }

  // MARK: Rows

  private mutating func visitRows(
    of page: TreePage, _ table: String?, _ visit: Visitor
  ) throws(KeychainError) {
    var cells: [TreePage.Cell] = []
    for index in 0..<page.cellCount {
      guard let cell = page.tableCell(index) else {
        isIncomplete = true
        continue
      }
      cells.append(cell)
      guard let record = payload(of: cell, in: page),
        let values = RecordDecoding.values(of: record)
      else {
        isIncomplete = true
        continue
      }
      try visit(ScannedRow(number: cell.rowNumber, values: values, table: table))
    }
    if !page.isFilled(by: cells) { isIncomplete = true }
  }

  /// The whole payload of a cell; nil when its chain of overflow pages is broken.
  private mutating func payload(of cell: TreePage.Cell, in page: TreePage) -> [UInt8]? {
    var payload = Array(page.bytes[cell.local])
    guard let place = cell.overflow else { return payload }
    var next = page.bytes.pageNumber(at: place) ?? 0
    while payload.count < cell.byteCount {
      // The loop ends when the payload is complete, even if the chain of pages is circular. `overflowBudget` limits the
      // work for chains that share pages.
      guard next > 1, overflowBudget > 0, let content = database.page(next),
        let following = content.pageNumber(at: 0)
      else { return nil }
      overflowBudget -= 1
      let count = min(cell.byteCount - payload.count, database.layout.usable - 4)
      payload += content[4..<4 + count]
      next = following
    }
    return next == 0 ? payload : nil
  }
}

/// A row that was found in a damaged database.
struct ScannedRow {
  let number: Int64
  /// The columns in table order. The first column is NULL, because the column is an alias of the row number.
  let values: [SQLValue]
  /// The table in whose tree the row was found; nil when the row was found on a page that no tree contains.
  let table: String?
}
