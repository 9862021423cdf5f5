import KeychainModel

/// Goes through all rows that can still be read in a damaged database.
///
/// First come the rows that are reached from the root of their table, in order; then those on
/// leaf pages that nothing leads to any more and that are not free. A page is read once, whatever
/// points to it, and what is followed is limited by the number of pages that have content: none makes this
/// loop or trap.
struct DatabaseScan {
  typealias Visitor = (ScannedRow) throws(KeychainError) -> Void

  private let database: DamagedDatabase
  private var visited: Set<Int> = []
  private var overflowBudget: Int

  /// Whether rows may be missing: part of a tree could not be read.
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

  /// The first pages of the tables, as the table of tables says.
  private mutating func schemaRoots() -> [String: Int] {
    var roots: [String: Int] = [:]
    // The visitor throws nothing.
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

  /// SQLite's own limit.
  private static let largestDepth = 20

  /// Leaves that no tree leads to. What is free was deleted and stays so; where nobody can tell
  /// what is free, rows count as lost only when a tree was damaged.
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
      // A chain in a circle ends with the payload, one that is shared with the budget.
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
