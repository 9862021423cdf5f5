import CSQLite
package import KeychainModel

// Reads and writes rows. Every function runs in the transaction of its caller.

extension Connection {
  // MARK: Single rows

  /// The row with a persistent reference. Returns nil when there is no such row. The inner `row` is nil when the row is
  /// damaged.
  package func row(
    _ identifier: RowIdentifier, of itemClass: ItemClass
  ) throws(KeychainError) -> (number: Int64, row: ItemRow?)? {
    try numbered(itemClass, .identifier) { (statement) throws(KeychainError) in
      try statement.bind(identifier, at: 1)
    }
  }

  /// The row with a uniqueness key: an item or a tombstone. The policy is the column, also when the row is damaged.
  package func row(
    uniqueness: BlindValue, of itemClass: ItemClass
  ) throws(KeychainError) -> (number: Int64, policy: Int64, row: ItemRow?)? {
    try single(itemClass, .uniqueness) { (statement) throws(KeychainError) in
      try statement.bind(uniqueness, at: 1)
    }
  }

  /// The row with a number.
  package func row(
    number: Int64, of itemClass: ItemClass
  ) throws(KeychainError) -> (number: Int64, row: ItemRow?)? {
    try numbered(itemClass, .number) { (statement) throws(KeychainError) in
      statement.bind(number, at: 1)
    }
  }

  /// The first row after a number, in creation order.
  package func row(
    after number: Int64, of itemClass: ItemClass
  ) throws(KeychainError) -> (number: Int64, row: ItemRow?)? {
    try numbered(itemClass, .everything) { (statement) throws(KeychainError) in
      statement.bind(number, at: 1)
    }
  }

  private func numbered(
    _ itemClass: ItemClass, _ condition: StatementKey.Condition,
    _ bind: (Statement) throws(KeychainError) -> Void
  ) throws(KeychainError) -> (number: Int64, row: ItemRow?)? {
    try single(itemClass, condition, bind).map { ($0.number, $0.row) }
  }

  private func single(
    _ itemClass: ItemClass, _ condition: StatementKey.Condition,
    _ bind: (Statement) throws(KeychainError) -> Void
  ) throws(KeychainError) -> (number: Int64, policy: Int64, row: ItemRow?)? {
    let indexCount = ItemSchema.of(itemClass).indices.count
    return try withStatement(.select(itemClass, condition)) { (statement) throws(KeychainError) in
      try bind(statement)
      guard try statement.step() else { return nil }
      return (statement.integer(0), ItemRow.policy(statement), ItemRow(statement, indexCount: indexCount))
    }
  }

  /// Calls `body` with every row of a class, in creation order.
  package func forEachRow(
    of itemClass: ItemClass, after number: Int64 = .min, _ body: (Int64, ItemRow?) throws(KeychainError) -> Bool
  ) throws(KeychainError) {
    let indexCount = ItemSchema.of(itemClass).indices.count
    try withStatement(.select(itemClass, .everything)) { (statement) throws(KeychainError) in
      statement.bind(number, at: 1)
      while try statement.step() {
        let row = ItemRow(statement, indexCount: indexCount)
        guard try body(statement.integer(0), row) else { return }
      }
    }
  }

  /// The blind values of all access groups that have rows. Each group requires one index look-up.
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

  /// Whether an access group has rows of a class. The result is cached for each state of the database. A program
  /// searches the same groups again and again, and most of these groups have no rows.
  func hasRows(
    _ group: BlindValue, of itemClass: ItemClass
  ) throws(KeychainError) -> Bool {
    if isInTransaction, let known = accessGroupCache.hasRows(group, of: itemClass, in: state) {
      return known
    }
    let found = try withStatement(.group(itemClass)) { (statement) throws(KeychainError) in
      try statement.bind(group, at: 1)
      return try statement.step()
    }
    accessGroupCache.note(found, group, of: itemClass, in: state)
    return found
  }

  /// The number of rows of a class, including tombstones.
  package func rowCount(of itemClass: ItemClass) throws(KeychainError) -> Int {
    try withStatement(.count(itemClass)) { (statement) throws(KeychainError) in
      try statement.step() ? Int(statement.integer(0)) : 0
    }
  }

  /// Whether an item, or a row in quarantine, has a greater policy.
  ///
  /// - Parameter countsUnknown: Whether a row in quarantine that cannot be decoded counts.
  package func hasRows(abovePolicy policy: Int64, countsUnknown: Bool) throws(KeychainError) -> Bool {
    for itemClass in ItemClass.stored {
      let found = try rows("SELECT 1 FROM \(itemClass.rawValue) WHERE policy > \(policy) AND NOT tomb LIMIT 1") { _ in
        true
      }
      if !found.isEmpty { return true }
    }
    var isFound = false
    try forEachQuarantinedRow { quarantined in
      if quarantined.row.map({ $0.policy > policy }) ?? countsUnknown { isFound = true }
    }
    return isFound
  }

  /// The number of rows of each class, counted in the tables.
  package func countRows() throws(KeychainError) -> RowCounts {
    var counts = RowCounts()
    for itemClass in ItemClass.stored { counts[itemClass] = Int64(try rowCount(of: itemClass)) }
    return counts
  }

  /// The numbers of the rows whose column `mark` does not contain the four-character code of the item class. The mark
  /// has one use: a salvage of a damaged database recognizes the class of a row by its mark.
  package func rowsWithoutMark(of itemClass: ItemClass) throws(KeychainError) -> [Int64] {
    try rows(
      "SELECT id FROM \(itemClass.rawValue) WHERE mark IS NOT \(itemClass.code.rawValue)"
    ) { $0.integer(0) }
  }

  // MARK: Writing

  /// Adds a row. If the number of the row is 0, the row gets the next number in creation order. Returns the number of
  /// the added row.
  ///
  /// - Throws: `.duplicateItem` when another row has the uniqueness key or the identifier.
  @discardableResult
  package func insert(
    _ row: ItemRow, into itemClass: ItemClass
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

  /// Replaces everything in a row except its number.
  ///
  /// - Throws: `.duplicateItem` when another row has the uniqueness key.
  package func update(_ row: ItemRow, in itemClass: ItemClass) throws(KeychainError) {
    try withStatement(.update(itemClass)) { (statement) throws(KeychainError) in
      statement.bind(row.number, at: 1)
      try row.bind(to: statement, itemClass)
      try statement.run()
    }
  }

  /// Replaces the tags and the sealed parts of a row. The other columns must be unchanged.
  package func updateContent(
    of row: ItemRow, in itemClass: ItemClass
  ) throws(KeychainError) {
    try withStatement(.updateContent(itemClass)) { (statement) throws(KeychainError) in
      statement.bind(row.number, at: 1)
      try statement.bind(row.tags, at: 2)
      try statement.bind(row.metadata, at: 3)
      if let secret = row.secret { try statement.bind(secret, at: 4) }
      try statement.run()
    }
  }

  /// Deletes a row, the chunks of its secret, and its entries in side indices.
  ///
  /// - Parameter hasAuxiliaryEntries: False when the row certainly has no entries in side indices.
  package func delete(
    number: Int64, _ identifier: RowIdentifier?, from itemClass: ItemClass,
    hasAuxiliaryEntries: Bool = true
  ) throws(KeychainError) {
    try withStatement(.delete(itemClass)) { (statement) throws(KeychainError) in
      statement.bind(number, at: 1)
      let before = changeCount
      try statement.run()
      rowChanges[itemClass] -= Int64(changeCount - before)
    }
    if let identifier { try deleteChunks(of: identifier) }
    guard hasAuxiliaryEntries, let index = ItemSchema.of(itemClass).auxiliaryIndex else { return }
    try deleteAuxiliaryEntries(index, of: number)
  }
}

// The chunks of secrets that are too large for a row.

extension Connection {
  /// The mark of a row in the chunk table, "chnk". A salvage recognises the row by this mark.
  static let chunkMark: Int64 = 0x6368_6E6B

  package func insertChunk(
    _ data: [UInt8], at sequence: Int, of identifier: RowIdentifier
  ) throws(KeychainError) {
    try withStatement(.insertChunk) { (statement) throws(KeychainError) in
      statement.bind(Self.chunkMark, at: 1)
      try statement.bind(identifier, at: 2)
      statement.bind(Int64(sequence), at: 3)
      try statement.bind(data, at: 4)
      try statement.run()
    }
  }

  /// The chunks of a row, in order. Empty when a chunk is missing between other chunks.
  package func chunks(of identifier: RowIdentifier) throws(KeychainError) -> [[UInt8]] {
    try withStatement(.selectChunks) { (statement) throws(KeychainError) in
      try statement.bind(identifier, at: 1)
      var chunks: [[UInt8]] = []
      while try statement.step() {
        guard statement.integer(0) == Int64(chunks.count) else { return [] }
        chunks.append(statement.bytes(1))
      }
      return chunks
    }
  }

  /// The number of secrets with chunks and without a row.
  ///
  /// - Parameter quarantined: The identifiers of the rows in quarantine. These rows can have chunks, too.
  package func orphanedSecretCount(besides quarantined: Set<RowIdentifier>) throws(KeychainError) -> Int {
    let conditions = ItemClass.stored.map { "NOT EXISTS (SELECT 1 FROM \($0.rawValue) WHERE ref = chunk.ref)" }
    let statement = try Statement(
      "SELECT DISTINCT ref FROM chunk WHERE \(conditions.joined(separator: " AND "))", self)
    var count = 0
    while try statement.step() {
      if let identifier = statement.identifier(0), quarantined.contains(identifier) { continue }
      count += 1
    }
    return count
  }

  package func deleteChunks(of identifier: RowIdentifier) throws(KeychainError) {
    try withStatement(.deleteChunks) { (statement) throws(KeychainError) in
      try statement.bind(identifier, at: 1)
      try statement.run()
    }
  }
}
