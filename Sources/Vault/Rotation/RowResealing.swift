import KeychainModel
import KeychainStore
import RowSealing

/// Seals rows under the active keys of their classes that are under retired ones. Nothing else of them
/// changes, not their dates either.
struct RowResealing {
  let session: ItemSession

  /// What came of some rows.
  struct Outcome {
    /// How many of the places were looked at.
    var doneCount = 0
    var resealedCount = 0
    /// The retired keys of rows that do not open, with the number of such rows.
    var damaged: [UInt32: Int] = [:]
  }

  /// Rows sealed in one transaction, and the bytes of their secrets. Other writers get their turn in
  /// between.
  static let batchCount = 200
  static let batchByteCount = 4 << 20

  /// Seals the rows of places, from the first on, until a batch is full. Runs in the caller's
  /// transaction.
  ///
  /// - Throws: `.interactionNotAllowed` when a key is locked.
  func run(_ places: ArraySlice<RowSurvey.Place>) throws(KeychainError) -> Outcome {
    var outcome = Outcome()
    var byteCount = 0
    var quarantine: [Int64: QuarantinedRow]?
    for place in places {
      guard outcome.doneCount < Self.batchCount, byteCount < Self.batchByteCount else { break }
      switch place {
      case .row(let itemClass, let number):
        // Deleted meanwhile, or damaged; then its key is still in use.
        if let row = try session.connection.row(number: number, of: itemClass)?.row {
          byteCount += try reseal(row, itemClass, nil, &outcome)
        }
      case .quarantined(let entry):
        if quarantine == nil { quarantine = try quarantinedRows() }
        if let quarantined = quarantine?[entry], let itemClass = quarantined.itemClass,
          let row = quarantined.row
        {
          byteCount += try reseal(row, itemClass, quarantined, &outcome)
        }
      }
      outcome.doneCount += 1
    }
    return outcome
  }

  private func quarantinedRows() throws(KeychainError) -> [Int64: QuarantinedRow] {
    var rows: [Int64: QuarantinedRow] = [:]
    for row in try session.connection.quarantinedRows() { rows[row.entry] = row }
    return rows
  }

  /// The bytes of the secret, sealed.
  private func reseal(
    _ row: StoredRow, _ itemClass: ItemClass, _ quarantined: QuarantinedRow?,
    _ outcome: inout Outcome
  ) throws(KeychainError) -> Int {
    guard session.sealer.ring.retiredKeyIDs.contains(row.keyID) else { return 0 }
    let resealed = try session.sealer.reseal(row, ItemSchema.of(itemClass)) {
      () throws(KeychainError) in
      // The chunks of a row that is in use are not another one's to write.
      if quarantined != nil, try isInUse(row) { return [] }
      return try session.connection.chunks(of: row.identifier)
    }
    guard let resealed else {
      outcome.damaged[row.keyID, default: 0] += 1
      return 0
    }
    if let quarantined {
      try session.connection.updateSeal(of: resealed.row, quarantined)
    } else {
      try session.connection.updateSeal(of: resealed.row, in: itemClass)
    }
    if !resealed.chunks.isEmpty {
      try session.connection.deleteChunks(of: row.identifier)
      for (sequence, chunk) in resealed.chunks.enumerated() {
        try session.connection.insertChunk(chunk, at: sequence, of: row.identifier)
      }
    }
    outcome.resealedCount += 1
    return (resealed.row.secret?.count ?? 0) + resealed.chunks.reduce(0) { $0 + $1.count }
  }

  private func isInUse(_ row: StoredRow) throws(KeychainError) -> Bool {
    for itemClass in ItemClass.stored
    where try session.connection.row(row.identifier, of: itemClass) != nil { return true }
    return false
  }
}
