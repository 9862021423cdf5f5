import KeychainModel
import KeychainStore
import RowSealing

/// Reads every row of a database, and opens it where its key is at hand.
struct DatabaseVerification {
  private let connection: Connection
  /// Nil when the keys cannot be had: then rows are not opened, nor counted.
  private let sealer: RowSealer?
  private let retiredKeyIDs: Set<UInt32>
  private var owners: Set<RowIdentifier> = []
  private let onProgress: ProgressReport
  private var readCount = 0
  private var rowCount = 0
  private(set) var report: VerificationReport

  init(
    _ connection: Connection, _ sealer: RowSealer?, _ report: VerificationReport,
    onProgress: @escaping ProgressReport
  ) {
    self.connection = connection
    self.sealer = sealer
    self.report = report
    retiredKeyIDs = sealer?.ring.retiredKeyIDs ?? []
    self.report.retiredKeyCount = retiredKeyIDs.count
    self.onProgress = onProgress
  }

  /// Runs in the caller's transaction.
  ///
  /// - Parameter row: The row of the table `store`; nil when nobody could read it.
  mutating func run(_ row: StoreRow?) {
    noting { (this) throws(KeychainError) in try this.verifyFile() }
    noting { (this) throws(KeychainError) in try this.verifyQuarantine() }
    noting { (this) throws(KeychainError) in
      for itemClass in ItemClass.stored {
        this.rowCount += try this.connection.rowCount(of: itemClass)
      }
    }
    for itemClass in ItemClass.stored {
      var count = VerificationReport.Count(itemClass)
      noting { (this) throws(KeychainError) in try this.verifyRows(of: itemClass, &count) }
      report.counts.append(count)
    }
    noting { (this) throws(KeychainError) in try this.verifyChunks() }
    if let row { noting { (this) throws(KeychainError) in try this.verifyCounts(row) } }
  }

  /// Each commit records how many rows of each class there are.
  private mutating func verifyCounts(_ row: StoreRow) throws(KeychainError) {
    let present = try connection.countRows()
    for itemClass in ItemClass.stored where present[itemClass] != row.rows[itemClass] {
      report.note(
        "keychain.db: there are \(present[itemClass]) rows of the class \(itemClass.rawValue), and the last commit "
          + "recorded \(row.rows[itemClass])")
    }
  }

  private mutating func noting(_ body: (inout Self) throws(KeychainError) -> Void) {
    do throws(KeychainError) {
      try body(&self)
    } catch {
      report.note(error.reason)
    }
  }

  // MARK: The file

  private mutating func verifyFile() throws(KeychainError) {
    report.notingObstacle { () throws(KeychainError) in
      try StoreSchema.check(connection)
      return true
    }
    for finding in try connection.rows("PRAGMA integrity_check", { $0.text(0) })
    where finding != "ok" {
      report.note("keychain.db: \(finding)")
    }
  }

  private mutating func verifyQuarantine() throws(KeychainError) {
    for row in try connection.quarantinedRows() {
      report.quarantined.append(
        VerificationReport.Quarantined(row.itemClass, number: row.number, moved: row.moved))
      if let identifier = row.identifier { owners.insert(identifier) }
      guard !row.isReadable else { continue }
      report.damages.append(
        VerificationReport.Damage(
          row.itemClass, number: row.number, reason: "its record in quarantine is damaged"))
    }
  }

  private mutating func verifyChunks() throws(KeychainError) {
    let count = try connection.ownersOfChunks().count { owner in
      owner.map { !owners.contains($0) } ?? true
    }
    if count > 0 {
      report.note("keychain.db: chunks of \(counted(count, "secret")) belong to no item")
    }
  }

  // MARK: Rows

  private mutating func verifyRows(
    of itemClass: ItemClass, _ count: inout VerificationReport.Count
  ) throws(KeychainError) {
    let schema = ItemSchema.of(itemClass)
    for number in try connection.rowsWithoutMark(of: itemClass) {
      report.damages.append(
        VerificationReport.Damage(itemClass, number: number, reason: "its mark is damaged"))
    }
    try connection.forEachRow(of: itemClass) { (number, row) throws(KeychainError) in
      if let row { owners.insert(row.identifier) }
      readCount += 1
      try onProgress(readCount, max(readCount, rowCount))
      guard let sealer else {
        count.unopened += 1
        return true
      }
      var reason: String?
      do throws(KeychainError) {
        reason = try fault(of: row, number, schema, sealer, &count)
      } catch {
        reason = error.reason
      }
      if let reason {
        report.damages.append(
          VerificationReport.Damage(itemClass, number: number, reason: reason))
      }
      return true
    }
  }

  /// What is wrong with a row. One that is whole is counted.
  private mutating func fault(
    of row: StoredRow?, _ number: Int64, _ schema: ItemSchema, _ sealer: RowSealer,
    _ count: inout VerificationReport.Count
  ) throws(KeychainError) -> String? {
    guard let row else { return "its readable columns are damaged" }
    guard sealer.ring.status(of: row.keyID) != .locked else {
      count.locked += 1
      return nil
    }
    switch try sealer.open(row, schema) {
    case .dead:
      guard sealer.ring.openClasses.count == Accessibility.allCases.count else {
        // One of the locked keys may open it.
        count.locked += 1
        return nil
      }
      guard try sealer.isDead(row, schema) else { return "its key number is damaged" }
      count.dead += 1
    // What is behind its guard is for others to read; the guard itself is whole.
    case .guarded:
      noteKey(of: row)
      count.items += 1
    case .unknownKey where sealer.ring.status(of: row.keyID) == .usable:
      return "it is sealed for proofs of a passcode that was set after this keybag was made"
    case .unknownKey: return "it is sealed under key \(row.keyID), which the keybag does not have"
    case .damaged(let error): return error.reason
    case .opened(let content):
      _ = try sealer.openSecret(row, content, schema) { () throws(KeychainError) in
        try connection.chunks(of: row.identifier)
      }
      if let index = schema.sideIndex {
        guard try SideIndexing(connection: connection, sealer: sealer).finds(row, content, index)
        else {
          return index == .domains
            ? "it is not found by the domains of its server"
            : "it is not found by its free attributes"
        }
      }
      if row.isSynchronizable, try !connection.hasChange(of: row.identifier, in: schema.itemClass) {
        return "it is missing in the table of changes"
      }
      noteKey(of: row)
      if row.isTombstone { count.tombstones += 1 } else { count.items += 1 }
    }
    return nil
  }

  private mutating func noteKey(of row: StoredRow) {
    if retiredKeyIDs.contains(row.keyID) { report.rowsUnderRetiredKeys += 1 }
  }
}
