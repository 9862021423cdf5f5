import CSQLite
package import KeychainModel

// Reading and writing rows. Every method runs in the transaction of its caller.

extension Connection {
  // MARK: Single rows

  /// The row with a persistent reference. Nil without one; a nil row when it is damaged.
  package func row(
    _ identifier: RowIdentifier, of itemClass: ItemClass
  ) throws(KeychainError) -> (number: Int64, row: StoredRow?)? {
    try single(itemClass, .identifier) { (statement) throws(KeychainError) in
      try statement.bind(identifier, at: 1)
    }
  }

  /// The row that occupies a uniqueness key, live or tombstone.
  package func row(
    uniqueness: BlindValue, of itemClass: ItemClass
  ) throws(KeychainError) -> (number: Int64, row: StoredRow?)? {
    try single(itemClass, .uniqueness) { (statement) throws(KeychainError) in
      try statement.bind(uniqueness, at: 1)
    }
  }

  /// The row with a number.
  package func row(
    number: Int64, of itemClass: ItemClass
  ) throws(KeychainError) -> (number: Int64, row: StoredRow?)? {
    try single(itemClass, .number) { (statement) throws(KeychainError) in
      statement.bind(number, at: 1)
    }
  }

  /// The first row after a number, in the order of creation.
  package func row(
    after number: Int64, of itemClass: ItemClass
  ) throws(KeychainError) -> (number: Int64, row: StoredRow?)? {
    try single(itemClass, .everything) { (statement) throws(KeychainError) in
      statement.bind(number, at: 1)
    }
  }

  private func single(
    _ itemClass: ItemClass, _ condition: StatementKey.Condition,
    _ bind: (Statement) throws(KeychainError) -> Void
  ) throws(KeychainError) -> (number: Int64, row: StoredRow?)? {
    let indexCount = ItemSchema.of(itemClass).indices.count
    return try withStatement(.select(itemClass, condition)) { (statement) throws(KeychainError) in
      try bind(statement)
      guard try statement.step() else { return nil }
      return (statement.integer(0), StoredRow(statement, indexCount: indexCount))
    }
  }

  /// Calls `body` with every row of a class, in the order of creation.
  package func forEachRow(
    of itemClass: ItemClass, _ body: (Int64, StoredRow?) throws(KeychainError) -> Bool
  ) throws(KeychainError) {
    let indexCount = ItemSchema.of(itemClass).indices.count
    try withStatement(.select(itemClass, .everything)) { (statement) throws(KeychainError) in
      statement.bind(Int64.min, at: 1)
      while try statement.step() {
        let row = StoredRow(statement, indexCount: indexCount)
        guard try body(statement.integer(0), row) else { return }
      }
    }
  }

  /// The blind values of all access groups that have rows, by as many index look-ups.
  package func accessGroups(of itemClass: ItemClass) throws(KeychainError) -> [BlindValue] {
    try withStatement(.nextGroup(itemClass)) { (statement) throws(KeychainError) in
      var groups: [BlindValue] = []
      var last: [UInt8] = []
      while true {
        try statement.bind(last, at: 1)
        guard try statement.step() else { return groups }
        if let group = statement.blindValue(0) { groups.append(group) }
        last = statement.bytes(0)
        statement.reset()
      }
    }
  }

  /// Whether an access group has rows of a class. Looked up once for each state of the database: a
  /// program finds items of its own groups and of the one that a person's items lie in, and most
  /// of these have none.
  func hasRows(
    _ group: BlindValue, of itemClass: ItemClass
  ) throws(KeychainError) -> Bool {
    if isInTransaction, let known = knownGroups.hasRows(group, of: itemClass, in: state) {
      return known
    }
    let found = try withStatement(.group(itemClass)) { (statement) throws(KeychainError) in
      try statement.bind(group, at: 1)
      return try statement.step()
    }
    knownGroups.note(found, group, of: itemClass, in: state)
    return found
  }

  /// The number of rows of a class, tombstones included.
  package func rowCount(of itemClass: ItemClass) throws(KeychainError) -> Int {
    try withStatement(.count(itemClass)) { (statement) throws(KeychainError) in
      try statement.step() ? Int(statement.integer(0)) : 0
    }
  }

  /// The rows of each class, counted one by one.
  package func countRows() throws(KeychainError) -> RowCounts {
    var counts = RowCounts()
    for itemClass in ItemClass.stored { counts[itemClass] = Int64(try rowCount(of: itemClass)) }
    return counts
  }

  /// The numbers of rows that do not say which table they belong to: nothing but a salvage
  /// misses it.
  package func rowsWithoutMark(of itemClass: ItemClass) throws(KeychainError) -> [Int64] {
    try rows(
      "SELECT id FROM \(itemClass.rawValue) WHERE mark IS NOT \(itemClass.code.rawValue)"
    ) { $0.integer(0) }
  }

  // MARK: Writing

  /// Adds a row and returns its number: the next in the order of creation, or the one it has.
  ///
  /// - Throws: `.duplicateItem` when the uniqueness key or the identifier is taken.
  @discardableResult
  package func insert(
    _ row: StoredRow, into itemClass: ItemClass
  ) throws(KeychainError) -> Int64 {
    let key: StatementKey = row.number == 0 ? .insert(itemClass) : .insertNumbered(itemClass)
    return try withStatement(key) { (statement) throws(KeychainError) in
      if row.number != 0 { statement.bind(row.number, at: 1) }
      try row.bind(to: statement, itemClass)
      try statement.run()
      rowChanges[itemClass] += 1
      return lastInsertedRow
    }
  }

  /// Replaces everything in a row but its number.
  ///
  /// - Throws: `.duplicateItem` when another row has the uniqueness key.
  package func update(_ row: StoredRow, in itemClass: ItemClass) throws(KeychainError) {
    try withStatement(.update(itemClass)) { (statement) throws(KeychainError) in
      statement.bind(row.number, at: 1)
      try row.bind(to: statement, itemClass)
      try statement.run()
    }
  }

  /// Replaces the tags and the sealed parts of a row: enough when no other column changes.
  package func updateContent(
    of row: StoredRow, in itemClass: ItemClass
  ) throws(KeychainError) {
    try withStatement(.updateContent(itemClass)) { (statement) throws(KeychainError) in
      statement.bind(row.number, at: 1)
      try statement.bind(row.tags, at: 2)
      try statement.bind(row.metadata, at: 3)
      if let secret = row.secret { try statement.bind(secret, at: 4) }
      try statement.run()
    }
  }

  /// Deletes a row, with the chunks of its secret and its entries in side indices.
  ///
  /// - Parameter hasSideEntries: False when it is known to have none.
  package func delete(
    number: Int64, _ identifier: RowIdentifier?, from itemClass: ItemClass,
    hasSideEntries: Bool = true
  ) throws(KeychainError) {
    try withStatement(.delete(itemClass)) { (statement) throws(KeychainError) in
      statement.bind(number, at: 1)
      let before = changeCount
      try statement.run()
      rowChanges[itemClass] -= Int64(changeCount - before)
    }
    if let identifier { try deleteChunks(of: identifier) }
    guard hasSideEntries, let index = ItemSchema.of(itemClass).sideIndex else { return }
    try deleteSideEntries(index, of: number)
  }
}
