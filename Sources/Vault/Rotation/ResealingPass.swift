import KeychainModel
import KeychainStore
import RowSealing

/// Reads every row of a database once. Rows that are sealed under retired keys are sealed under the active keys of their
/// classes. Nothing else of them changes, their dates included.
struct ResealingPass {
  /// The retired keys when the pass began.
  let retired: Set<UInt32>

  private(set) var isDone = false
  private(set) var readCount = 0
  private(set) var resealedCount = 0

  /// The retired keys of rows that do not open, with the number of such rows.
  private(set) var damaged: [UInt32: Int] = [:]

  /// Retired keys that rows need whose key number, or record, is damaged. Such a row names another key, or none, and
  /// would open with the right number.
  private(set) var neededKeys: Set<UInt32> = []

  private var classes = ItemClass.stored[...]
  private var last = Int64.min

  init(_ retired: Set<UInt32>) { self.retired = retired }

  /// Rows read in one transaction, and the bytes of the secrets that are sealed again in it. Other writers get their turn
  /// in between.
  static let batchCount = 200
  static let batchByteCount = 4 << 20

  /// Goes on with the next rows, in the caller's transaction, and with the rows in quarantine after the last one.
  ///
  /// - Throws: `.interactionNotAllowed` when a key is locked.
  mutating func run(_ session: ItemSession) throws(KeychainError) {
    let end = readCount + Self.batchCount
    var byteCount = 0
    while let itemClass = classes.first, readCount < end, byteCount < Self.batchByteCount {
      guard let (number, row) = try session.connection.row(after: last, of: itemClass) else {
        classes.removeFirst()
        last = .min
        continue
      }
      last = number
      readCount += 1
      if let row {
        byteCount += try visit(row, itemClass, nil, session)
      } else {
        note(try session.connection.keyID(ofRow: number, of: itemClass), session)
      }
    }
    guard classes.isEmpty else { return }
    for quarantined in try session.connection.quarantinedRows() {
      if let itemClass = quarantined.itemClass, let row = quarantined.row {
        _ = try visit(row, itemClass, quarantined, session)
      } else {
        note(quarantined.keyID, session)
      }
    }
    isDone = true
  }

  /// - Returns: The bytes of the secret, if it was sealed again.
  private mutating func visit(
    _ row: StoredRow, _ itemClass: ItemClass, _ quarantined: QuarantinedRow?, _ session: ItemSession
  ) throws(KeychainError) -> Int {
    if retired.contains(row.keyID) {
      if let byteCount = try reseal(row, itemClass, quarantined, session) { return byteCount }
      damaged[row.keyID, default: 0] += 1
    }
    neededKeys.formUnion(try keysNeeded(by: row, ItemSchema.of(itemClass), session))
    return 0
  }

  /// - Returns: The bytes of the secret; nil when the row does not open.
  private mutating func reseal(
    _ row: StoredRow, _ itemClass: ItemClass, _ quarantined: QuarantinedRow?, _ session: ItemSession
  ) throws(KeychainError) -> Int? {
    let connection = session.connection
    let resealed = try session.sealer.reseal(row, ItemSchema.of(itemClass)) { () throws(KeychainError) in
      // The chunks of a row that is in use are not another one's to write.
      if quarantined != nil, try isInUse(row, connection) { return [] }
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

  private func isInUse(_ row: StoredRow, _ connection: Connection) throws(KeychainError) -> Bool {
    for itemClass in ItemClass.stored where try connection.row(row.identifier, of: itemClass) != nil { return true }
    return false
  }

  /// Notes which key a row needs that cannot be opened at all. A number of a usable key is believed. Otherwise the row may
  /// need any of the retired keys.
  private mutating func note(_ keyID: UInt32?, _ session: ItemSession) {
    if let keyID, session.sealer.ring.status(of: keyID) == .usable {
      if retired.contains(keyID) { neededKeys.insert(keyID) }
    } else {
      neededKeys.formUnion(retired)
    }
  }

  /// The retired keys that open a row which names another key, and does not open.
  private func keysNeeded(
    by row: StoredRow, _ schema: ItemSchema, _ session: ItemSession
  ) throws(KeychainError) -> Set<UInt32> {
    if try session.sealer.opens(row, schema) { return [] }
    var needed: Set<UInt32> = []
    var other = row
    for keyID in retired {
      guard let accessibility = session.sealer.ring.accessibility(of: keyID) else { continue }
      other.keyID = keyID
      other.accessibility = accessibility
      if try session.sealer.opens(other, schema) { needed.insert(keyID) }
    }
    return needed
  }
}
