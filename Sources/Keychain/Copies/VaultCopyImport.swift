import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore
import RowSealing

/// Writes the rows of a copy into a new database. The caller must start the transaction.
final class VaultCopyImport {
  /// How the import handles the rows.
  enum Handling {
    /// A copy that root made. The rows are stored as they are, and none is opened, because the keychain may be locked.
    case unchanged
    /// A copy that a program of a user made. Each row is opened, and stored for the programs of the user. Rows in reserved
    /// groups are left out.
    case opening(RowSealer, reservedGroups: Set<String>)
  }

  private let handling: Handling
  private let reserved: Set<BlindValue>
  private let reservedNames: Set<String>
  private let time: Double
  private let onProgress: ProgressReport
  private let total: Int

  private(set) var outcome = CopyOutcome()
  private var lastNumbers: [ItemClass: Int64] = [:]
  private var identifiers: Set<RowIdentifier> = []
  private var bytesSinceCommit = 0
  private var quarantineByteCount = 0
  private var done = 0
  /// The digest of the sealed contents, as they are read from the copy.
  private var content = ContentDigest()

  /// - Parameters:
  ///   - time: The time at which rows that do not open come into quarantine.
  ///   - total: The number of rows, for the progress.
  init(_ handling: Handling, at time: Double, total: Int, onProgress: @escaping ProgressReport) throws(KeychainError) {
    self.handling = handling
    self.time = time
    self.total = total
    self.onProgress = onProgress
    guard case .opening(let sealer, let groups) = handling else {
      (reserved, reservedNames) = ([], [])
      return
    }
    var blinded: Set<BlindValue> = []
    for group in groups { blinded.insert(try sealer.blinder.group(group)) }
    (reserved, reservedNames) = (blinded, groups)
  }

  /// - Throws: `.decode` when the copy is damaged, has a row twice, or has a row with a policy that no program of the user
  ///   gives.
  func run(_ reader: VaultCopyReader, into connection: Connection) throws(KeychainError) {
    do throws(KeychainError) {
      // The row to which the chunks belong; nil for a row that was left out.
      var owner: RowIdentifier?
      while let entry = try reader.next() {
        switch entry {
        case .row(let row):
          owner = try store(row, connection)
          try report()
        case .quarantined(let row):
          owner = try quarantine(row, connection)
          try report()
        case .chunk(let number, let bytes):
          guard let owner else { continue }
          try connection.insertChunk(bytes, at: Int(number), of: owner)
          bytesSinceCommit += bytes.count
          try content.add(owner.bytes + [UInt8(truncatingIfNeeded: number)] + bytes)
        }
        if bytesSinceCommit > Self.bytesPerTransaction {
          bytesSinceCommit = 0
          try connection.commitPart()
        }
      }
    } catch {
      // Only a forged or damaged copy has two rows with one identifier or one uniqueness key.
      throw error.code == .duplicateItem ? VaultCopy.damaged : error
    }
    try connection.rebuildChanges()
    outcome.digest = reader.digest
    guard try contents(of: connection) == content else { throw Self.unequal }
  }

  private static let bytesPerTransaction = 32 << 20
  /// The approximate size of an entry of a side index in the database.
  private static let entryByteCount = 64
  private static let largestNumber = Int64.max / 2
  /// The identifiers of so many rows fit into the memory that one program may use of the service.
  private static let largestRowCount = 1_000_000
  private static let largestQuarantineCount = 10_000
  private static let largestQuarantineByteCount = 64 << 20

  private func report() throws(KeychainError) {
    done += 1
    if case .opening = handling, done > Self.largestRowCount {
      throw KeychainError(
        .dataTooLarge, "a keychain that a program moves has at most a million rows; let root restore a copy of it")
    }
    try onProgress(min(done, total), total)
  }

  // MARK: Rows

  /// - Returns: The identifier of the row, if the chunks after it are stored.
  private func store(_ recorded: RecordedRow, _ connection: Connection) throws(KeychainError) -> RowIdentifier? {
    let itemClass = recorded.itemClass
    guard let row = recorded.row else { return try setAside(recorded, connection) }
    guard row.number > lastNumbers[itemClass, default: 0], row.number < Self.largestNumber else {
      throw VaultCopy.damaged
    }
    lastNumbers[itemClass] = row.number
    var stored = row
    var entries = recorded.entries
    if case .opening(let sealer, _) = handling {
      guard (0...Int64(Caller.userProgramGrade)).contains(row.policy) else { throw Self.foreignPolicy }
      let schema = ItemSchema.of(itemClass)
      switch try condition(of: row, schema, sealer) {
      case .reserved:
        outcome.reserved += 1
        return nil
      case .damaged: return try setAside(recorded, connection)
      case .intact(let attributes):
        if let index = schema.auxiliaryIndex {
          if let attributes {
            entries = try AuxiliaryIndexing.entries(of: row, attributes, index, sealer.blinder)
          } else if let entries {
            // The program that made the copy also made the entries of an item that does not open.
            guard entries.isPossible(for: row, index) else { throw VaultCopy.damaged }
          }
        }
        let policy = Int64(Caller.userProgramGrade)
        guard let sealed = try sealer.settingPolicy(policy, of: row, schema) else {
          return try setAside(recorded, connection)
        }
        stored = sealed
      }
    }
    guard identifiers.insert(row.identifier).inserted else { throw VaultCopy.damaged }
    try connection.insert(stored, into: itemClass)
    if let entries, let index = ItemSchema.of(itemClass).auxiliaryIndex {
      try connection.setAuxiliaryEntries(
        entries, index, isSynchronizable: row.isSynchronizable, of: row.number, isNew: true)
      bytesSinceCommit += (entries.domains.count + entries.pairs.count) * Self.entryByteCount
    }
    if row.isTombstone { outcome.tombstones += 1 } else { outcome.items += 1 }
    bytesSinceCommit += recorded.record.count
    try content.add(row)
    return row.identifier
  }

  private enum Condition {
    /// The attributes are nil when the access control of the item asks for a proof, and for some tombstones.
    case intact(AttributeSet?)
    case reserved
    case damaged
  }

  private func condition(
    of row: ItemRow, _ schema: ItemSchema, _ sealer: RowSealer
  ) throws(KeychainError) -> Condition {
    guard !reserved.contains(row.accessGroup) else { return .reserved }
    switch try sealer.open(row, schema) {
    case .dead, .unknownKey, .damaged: return .damaged
    case .guarded: return .intact(nil)
    case .opened(let content):
      let attributes = content.attributes
      let group = attributes[.accessGroup]?.text
      if let group, reservedNames.contains(group) { return .reserved }
      guard try sealer.hasColumns(row, of: attributes, schema) else { return .damaged }
      return .intact(group == nil ? nil : attributes)
    }
  }

  private static var foreignPolicy: KeychainError {
    KeychainError(
      .decode, "a row of the copy is for protected programs only, which no program of a user stores; nothing was stored"
    )
  }

  // MARK: Quarantine

  /// Puts a row that does not open into quarantine.
  private func setAside(_ recorded: RecordedRow, _ connection: Connection) throws(KeychainError) -> RowIdentifier? {
    try quarantine(recorded.quarantined(at: time), connection, counting: \.damaged)
  }

  /// - Parameter counting: The number of such rows in the outcome.
  private func quarantine(
    _ row: RecordedQuarantine, _ connection: Connection,
    counting count: WritableKeyPath<CopyOutcome, Int> = \.quarantined
  ) throws(KeychainError) -> RowIdentifier? {
    guard try isForUser(row) else {
      outcome.reserved += 1
      return nil
    }
    outcome[keyPath: count] += 1
    return try insert(row, connection)
  }

  /// Whether a row may come into quarantine. The row may open later, also a row without valid columns.
  ///
  /// - Returns: False for a row in a reserved group.
  /// - Throws: `.decode` for a policy that no program of the user gives.
  private func isForUser(_ row: RecordedQuarantine) throws(KeychainError) -> Bool {
    guard case .opening(let sealer, _) = handling else { return true }
    guard (0...Int64(Caller.userProgramGrade)).contains(row.policy ?? 0) else { throw Self.foreignPolicy }
    if let group = row.accessGroup, reserved.contains(group) { return false }
    guard let (itemClass, content) = row.content else { return true }
    if case .reserved = try condition(of: content, ItemSchema.of(itemClass), sealer) { return false }
    return true
  }

  private func insert(_ row: RecordedQuarantine, _ connection: Connection) throws(KeychainError) -> RowIdentifier? {
    quarantineByteCount += row.record.count
    if case .opening = handling {
      guard outcome.quarantined + outcome.damaged <= Self.largestQuarantineCount,
        quarantineByteCount <= Self.largestQuarantineByteCount
      else { throw Self.tooManyDamaged }
    }
    var row = row
    // A row without a number in the order of the items gets a new one when it comes out of quarantine.
    if !(1..<Self.largestNumber).contains(row.number) { row.number = 0 }
    try connection.insert(row)
    bytesSinceCommit += row.record.count
    try content.add(row.record)
    // The chunks of two rows with one identifier belong to the row that came first.
    guard let identifier = row.identifier, identifiers.insert(identifier).inserted else { return nil }
    return identifier
  }

  private static var tooManyDamaged: KeychainError {
    KeychainError(
      .dataTooLarge,
      "a keychain that a program moves has at most 10000 rows in quarantine and rows that do not open, with at most 64 MiB; "
        + "recover or drop them first (security verify-keychain)")
  }

  // MARK: Comparing

  /// The digest of the contents of all rows, as they are read from the new database.
  private func contents(of connection: Connection) throws(KeychainError) -> ContentDigest {
    var digest = ContentDigest()
    for itemClass in ItemClass.stored {
      try connection.forEachRow(of: itemClass) { (_, row) throws(KeychainError) in
        guard let row else { throw Self.unequal }
        try digest.add(row)
        return true
      }
    }
    try connection.forEachQuarantined { (row) throws(KeychainError) in try digest.add(row.record) }
    for identifier in identifiers {
      try connection.forEachChunk(of: identifier) { (number, bytes) throws(KeychainError) in
        try digest.add(identifier.bytes + [UInt8(truncatingIfNeeded: number)] + bytes)
      }
    }
    return digest
  }

  private static var unequal: KeychainError {
    KeychainError(.inputOutput, "the new database does not read as it was written; nothing was stored")
  }
}

/// A digest of contents that does not depend on their order.
private struct ContentDigest: Equatable {
  private var sum = [UInt8](repeating: 0, count: SHA256Digest.byteCount)

  mutating func add(_ bytes: [UInt8]) throws(KeychainError) {
    for (index, byte) in try VaultCopy.digest(after: [], bytes).enumerated() { sum[index] ^= byte }
  }

  /// Adds the parts of a row that stay the same when its policy changes.
  mutating func add(_ row: ItemRow) throws(KeychainError) {
    var bytes = row.identifier.bytes + row.accessGroup.bytes + row.uniqueness.bytes
    bytes += [row.accessibility.rawValue, row.isSynchronizable ? 1 : 0, row.isTombstone ? 1 : 0]
    withUnsafeBytes(of: row.number.littleEndian) { bytes += Array($0) }
    withUnsafeBytes(of: row.keyID.littleEndian) { bytes += Array($0) }
    for position in 0..<row.indexed.count { bytes += row.indexed[position]?.bytes ?? [0] }
    try add(bytes + row.tags + [0] + (row.secret ?? []))
  }
}
