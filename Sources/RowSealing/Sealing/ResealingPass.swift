package import KeychainModel
package import KeychainStore

/// Reads every row of a database once. Rows that are sealed under retired keys are sealed under the active keys of
/// their classes. No other part of these rows changes, and the dates stay the same.
package struct ResealingPass {
  /// The retired keys when the pass began.
  package let retired: Set<UInt32>

  package private(set) var isDone = false
  package private(set) var readCount = 0
  package private(set) var resealedCount = 0

  /// The retired keys of rows that do not open, with the number of such rows for each key.
  package private(set) var damaged: [UInt32: Int] = [:]

  /// The retired keys that open rows with a wrong key number, and the retired keys that may open unreadable rows. These
  /// keys must be kept.
  package private(set) var neededKeys: Set<UInt32> = []

  private var classes = ItemClass.stored[...]
  private var last = Int64.min

  package init(_ retired: Set<UInt32>) { self.retired = retired }

  /// The number of rows that are read in one transaction, and the number of bytes of secrets that are sealed again in
  /// one transaction. Other writers can write between two transactions.
  static let batchCount = 200
  static let batchByteCount = 4 << 20

  /// Processes the next rows and, after the last row, the rows in quarantine. The caller must start the transaction.
  ///
  /// - Throws: `.interactionNotAllowed` when a key is locked.
  package mutating func run(_ connection: Connection, _ sealer: RowSealer) throws(KeychainError) {
    let end = readCount + Self.batchCount
    var byteCount = 0
    while let itemClass = classes.first, readCount < end, byteCount < Self.batchByteCount {
      guard let (number, row) = try connection.row(after: last, of: itemClass) else {
        classes.removeFirst()
        last = .min
        continue
      }
      last = number
      readCount += 1
      if let row {
        byteCount += try visit(row, itemClass, nil, connection, sealer)
      } else {
        note(try connection.keyID(ofRow: number, of: itemClass), sealer)
      }
    }
    guard classes.isEmpty else { return }
    try connection.forEachQuarantinedRow { (quarantined) throws(KeychainError) in
      if let itemClass = quarantined.itemClass, let row = quarantined.row {
        _ = try visit(row, itemClass, quarantined, connection, sealer)
      } else {
        note(quarantined.keyID, sealer)
      }
    }
    isDone = true
  }

  /// Seals the row again if the row is sealed under a retired key. Records the retired keys that damaged rows may need.
  ///
  /// - Returns: The number of bytes of the sealed secret, if the secret was sealed again; otherwise 0.
  private mutating func visit(
    _ row: ItemRow, _ itemClass: ItemClass, _ quarantined: QuarantinedRow?, _ connection: Connection,
    _ sealer: RowSealer
  ) throws(KeychainError) -> Int {
    if retired.contains(row.keyID) {
      if let byteCount = try reseal(row, itemClass, quarantined, connection, sealer) { return byteCount }
      damaged[row.keyID, default: 0] += 1
    }
    neededKeys.formUnion(try keysNeeded(by: row, ItemSchema.of(itemClass), sealer))
    return 0
  }

  /// Seals the row under the active key of its class.
  ///
  /// - Returns: The number of bytes of the sealed secret; nil when the row does not open.
  private mutating func reseal(
    _ row: ItemRow, _ itemClass: ItemClass, _ quarantined: QuarantinedRow?, _ connection: Connection,
    _ sealer: RowSealer
  ) throws(KeychainError) -> Int? {
    let resealed = try sealer.reseal(row, ItemSchema.of(itemClass)) { () throws(KeychainError) in
      // If an existing item has the same identifier, the chunks belong to that item and must not be written.
      if quarantined != nil, try connection.isInUse(row.identifier) { return [] }
      return try connection.chunks(of: row.identifier)
    }
    guard let resealed else { return nil }
    if let quarantined {
      try connection.updateSeal(of: resealed.row, quarantined)
    } else {
      try connection.updateSeal(of: resealed.row, in: itemClass)
    }
    if !resealed.chunks.isEmpty {
      try connection.deleteChunks(of: row.identifier)
      for (sequence, chunk) in resealed.chunks.enumerated() {
        try connection.insertChunk(chunk, at: sequence, of: row.identifier)
      }
    }
    resealedCount += 1
    return (resealed.row.secret?.count ?? 0) + resealed.chunks.reduce(0) { $0 + $1.count }
  }

  /// Records the keys that an unreadable row may need. If the key number names a usable key, the row needs only that
  /// key. Otherwise the row may need any of the retired keys.
  private mutating func note(_ keyID: UInt32?, _ sealer: RowSealer) {
    if let keyID, sealer.ring.status(of: keyID) == .usable {
      if retired.contains(keyID) { neededKeys.insert(keyID) }
    } else {
      neededKeys.formUnion(retired)
    }
  }

  /// The retired keys that open a row. Empty when the row opens with its own key number.
  private func keysNeeded(
    by row: ItemRow, _ schema: ItemSchema, _ sealer: RowSealer
  ) throws(KeychainError) -> Set<UInt32> {
    if try sealer.opens(row, schema) { return [] }
    var needed: Set<UInt32> = []
    var other = row
    for keyID in retired {
      guard let accessibility = sealer.ring.accessibility(of: keyID) else { continue }
      other.keyID = keyID
      other.accessibility = accessibility
      if try sealer.opens(other, schema) { needed.insert(keyID) }
    }
    return needed
  }
}
