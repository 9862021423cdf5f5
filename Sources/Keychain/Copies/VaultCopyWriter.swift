import KeychainModel
import KeychainStore

/// Writes a copy of a vault.
struct VaultCopyWriter {
  typealias Output = ([UInt8]) throws(KeychainError) -> Void

  private let output: Output
  private var pending = VaultCopy.start
  private var digest: [UInt8]
  private var counts = VaultCopy.Counts()
  private(set) var outcome = CopyOutcome()

  /// - Parameter output: Receives the bytes of the copy, in order.
  init(_ head: VaultCopy.Head, to output: @escaping Output) throws(KeychainError) {
    self.output = output
    digest = try VaultCopy.digest(after: [], VaultCopy.start)
    try append(.head) { (writer) throws(KeychainError) in try writer.value(head) }
  }

  /// Writes all rows. The caller must start the read transaction.
  ///
  /// - Parameter largestPolicy: Rows with a greater policy are left out, and counted.
  mutating func appendRows(
    of connection: Connection, upToPolicy largestPolicy: Int64 = .max, onProgress: ProgressReport
  ) throws(KeychainError) {
    let total = Int(try connection.countRows().total)
    var done = 0
    var identifiers: Set<RowIdentifier> = []
    for itemClass in ItemClass.stored {
      try connection.forEachRecord(of: itemClass) { (recorded, identifier) throws(KeychainError) in
        done += 1
        try onProgress(done, total)
        let row = recorded.row
        // Nobody knows the program of a row whose columns are damaged.
        guard row?.policy ?? .max <= largestPolicy else {
          outcome.protected += 1
          return
        }
        counts.rows[itemClass] += 1
        if row?.isTombstone == true { outcome.tombstones += 1 } else { outcome.items += 1 }
        try append(.row) { (writer) throws(KeychainError) in try writer.value(recorded) }
        if let identifier { try appendChunks(of: identifier, connection, &identifiers) }
      }
    }
    try connection.forEachQuarantined { (row) throws(KeychainError) in
      guard row.policy ?? .max <= largestPolicy else {
        outcome.protected += 1
        return
      }
      counts.quarantined += 1
      outcome.quarantined += 1
      try append(.quarantined) { (writer) throws(KeychainError) in try writer.value(row) }
      if let identifier = row.identifier { try appendChunks(of: identifier, connection, &identifiers) }
    }
  }

  /// - Parameter identifiers: The rows whose chunks are in the copy. Two rows may have the same identifier if one of them
  ///   is in quarantine.
  private mutating func appendChunks(
    of identifier: RowIdentifier, _ connection: Connection, _ identifiers: inout Set<RowIdentifier>
  ) throws(KeychainError) {
    guard identifiers.insert(identifier).inserted else { return }
    try connection.forEachChunk(of: identifier) { (number, chunk) throws(KeychainError) in
      counts.chunks += 1
      try append(.chunk) { (writer) throws(KeychainError) in
        try writer.value(number)
        writer.append(chunk)
      }
    }
  }

  /// Writes the end of the copy.
  mutating func finish() throws(KeychainError) {
    let digest = digest
    try append(.end) { [counts] (writer) throws(KeychainError) in
      try writer.value(counts)
      writer.append(digest)
    }
    outcome.digest = digest
    try flush()
  }

  private mutating func append(
    _ kind: VaultCopy.FrameKind, _ body: (inout MessageWriter) throws(KeychainError) -> Void
  ) throws(KeychainError) {
    let content = try MessageWriter.bytes(body)
    let frame = try MessageWriter.bytes { (writer) throws(KeychainError) in
      writer.number(kind.rawValue)
      try writer.byteString(content)
    }
    digest = try VaultCopy.digest(after: digest, frame)
    pending += frame
    if pending.count >= Self.pieceByteCount { try flush() }
  }

  private mutating func flush() throws(KeychainError) {
    try output(pending)
    pending.removeAll(keepingCapacity: true)
  }

  private static let pieceByteCount = 64 << 10
}
