import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import RowSealing
import Vault

/// Reads a whole keychain and reports all errors. The verification changes nothing.
final class Verification {
  private let vault: Vault
  private let deadline: Deadline
  private let onProgress: ProgressReport
  private var report = VerificationReport()
  /// Nil when the keys are not available. Without a sealer, each row is counted as unopened.
  private var sealer: RowSealer?
  private var retiredKeyIDs: Set<UInt32> = []
  /// The identifiers of the rows in quarantine.
  private var quarantined: Set<RowIdentifier> = []
  private var readCount = 0
  private var rowCount = 0
  private let memory: MemoryClaim?
  /// The error that ended the verification: it is about the verification, and not about the keychain.
  private var stopping: KeychainError?

  /// - Parameters:
  ///   - memory: Counts the memory of the opened secrets; nil when it is not counted.
  ///   - onProgress: Called with the number of rows that were read so far, and with the number of all rows.
  init(_ vault: Vault, until deadline: Deadline, _ memory: MemoryClaim? = nil, onProgress: @escaping ProgressReport) {
    self.vault = vault
    self.deadline = deadline
    self.memory = memory
    self.onProgress = onProgress
  }

  /// - Throws: The errors of opening the folders and of taking the lock; the errors of `onProgress`, and of counting
  ///   memory. All other errors are reported.
  func run() throws(KeychainError) -> VerificationReport {
    guard let files = try vault.existingFiles() else { return report }
    report.setAside = try files.data.entryNames()
      .filter { files.names.isAside($0) || KeybagFiles.isAside($0) }.sorted()
    guard try files.isPresent() else { return report }
    let lock = try FileLock(files.names.header, in: files.data)
    try lock.lock(.shared, timeout: deadline.remaining)
    defer { lock.unlock() }
    // Another process may have erased the keychain while this process waited for the lock.
    guard try files.isPresent() else { return report }
    compare(files)
    // The move renamed the keybag and the device key, too. A person must not rename them back.
    if report.obstacle?.failureCause == .databaseMoved { return report }
    openKeys()
    noting { () throws(KeychainError) in try readDatabase(files) }
    if let stopping { throw stopping }
    return report
  }

  /// Runs `body`. If `body` throws an error, reports the error and does not throw it.
  ///
  /// - Parameter isObstacle: Whether an error of `body` prevents every call from using the keychain. A damaged database
  ///   does not count as an obstacle, because a repair moves its items into a new database.
  private func noting(isObstacle: Bool = false, _ body: () throws(KeychainError) -> Void) {
    guard stopping == nil else { return }
    do throws(KeychainError) {
      try body()
    } catch {
      guard stopping == nil else { return }
      report.note(error.reason)
      if isObstacle, report.obstacle == nil, error.cause != .databaseDamaged { report.obstacle = error }
    }
  }

  /// Runs `body`, whose errors end the verification.
  private func stoppable(_ body: () throws(KeychainError) -> Void) throws(KeychainError) {
    do throws(KeychainError) {
      try body()
    } catch {
      stopping = error
      throw error
    }
  }

  // MARK: The files

  /// Reports files that do not belong together.
  private func compare(_ files: VaultFiles) {
    noting(isObstacle: true) { () throws(KeychainError) in
      let inspection = try VaultInspection(files, until: deadline)
      if inspection.reading?.state.isDamaged == true {
        report.note("a call met damage in keychain.db, and marked it")
      }
      if inspection.hasDamagedCopy {
        report.note(
          "one of the two copies in device.key or in the keybag is damaged: verify-keychain --repair writes it again")
      }
      switch inspection.consistency {
      case .whole, .empty: break
      case .job(let job):
        report.note(
          "\(job.kind == .erase ? "an erasure" : "work on the files") was interrupted: the next use of the keychain "
            + "finishes it")
      case .refused(let inconsistency): throw inconsistency.error
      }
    }
  }

  private func openKeys() {
    noting { () throws(KeychainError) in
      guard let opened = try vault.openBesideDatabase() else { return }
      let ring = try vault.keys(opened).ring
      sealer = try RowSealer(try ring.makeCipherSuite(), SystemRandom())
      if let memory {
        sealer?.willOpen = { [weak self] (count) throws(KeychainError) in
          // Nothing else counts the data.
          try self?.stoppable { () throws(KeychainError) in try memory.reserveForOpening(count + count / 2) }
        }
      }
      retiredKeyIDs = ring.retiredKeyIDs
      report.retiredKeyCount = ring.retiredKeyIDs.count
    }
    if sealer == nil, report.obstacle == nil {
      report.obstacle = KeychainError(.notAvailable, "the keys of the keychain cannot be read")
    }
  }

  // MARK: The database

  private func readDatabase(_ files: VaultFiles) throws(KeychainError) {
    guard let status = try files.data.status(of: files.names.database), status.byteCount > 0 else { return }
    let connection = try files.connection(until: deadline)
    if let memory {
      connection.didStep = { [weak self] () throws(KeychainError) in
        try self?.stoppable { () throws(KeychainError) in try memory.measure() }
      }
      connection.willRead = { [weak self] (byteCount) throws(KeychainError) in
        try self?.stoppable { () throws(KeychainError) in try memory.reserveForOpening(byteCount) }
      }
    }
    // One read transaction covers the rows and the counts of the last commit, so that both describe
    // the same state.
    try connection.read { () throws(KeychainError) in
      noting(isObstacle: true) { () throws(KeychainError) in try StoreSchema.check(connection) }
      noting { () throws(KeychainError) in
        for finding in try connection.integrityFindings() { report.note("keychain.db: \(finding)") }
      }
      noting { () throws(KeychainError) in try readQuarantine(connection) }
      noting { () throws(KeychainError) in try compareCounts(connection) }
      for itemClass in ItemClass.stored {
        var count = VerificationReport.Count(itemClass)
        noting { () throws(KeychainError) in try readRows(of: itemClass, connection, &count) }
        report.counts.append(count)
      }
      noting { () throws(KeychainError) in
        let orphans = try connection.orphanedSecretCount(besides: quarantined)
        guard orphans > 0 else { return }
        report.note("keychain.db: chunks of \(counted(orphans, "secret")) belong to no item")
      }
    }
  }

  private func readQuarantine(_ connection: Connection) throws(KeychainError) {
    try connection.forEachQuarantinedRow { row in
      report.quarantined.append(
        VerificationReport.Quarantined(row.itemClass, number: row.number, moved: row.moved))
      if let identifier = row.identifier { quarantined.insert(identifier) }
      if !row.isReadable { report.note("its record in quarantine is damaged", row.itemClass, row.number) }
    }
  }

  /// Compares the number of rows of each class with the number that the last commit recorded.
  private func compareCounts(_ connection: Connection) throws(KeychainError) {
    let present = try connection.countRows()
    for itemClass in ItemClass.stored { rowCount += Int(present[itemClass]) }
    guard let recorded = (try? connection.storeRecord())?.rows else { return }
    for itemClass in ItemClass.stored where present[itemClass] != recorded[itemClass] {
      report.note(
        "keychain.db: there are \(present[itemClass]) rows of the class \(itemClass.rawValue), and the last commit "
          + "recorded \(recorded[itemClass])")
    }
  }

  private func readRows(
    of itemClass: ItemClass, _ connection: Connection, _ count: inout VerificationReport.Count
  ) throws(KeychainError) {
    for number in try connection.rowsWithoutMark(of: itemClass) {
      report.note("its mark is damaged", itemClass, number)
    }
    try connection.forEachRow(of: itemClass) { (number, row) throws(KeychainError) in
      readCount += 1
      try stoppable { () throws(KeychainError) in try onProgress(readCount, max(readCount, rowCount)) }
      guard let sealer else {
        count.unopened += 1
        return true
      }
      do throws(KeychainError) {
        try read(row, ItemSchema.of(itemClass), connection, sealer, &count)
      } catch {
        guard stopping == nil else { throw error }
        report.note(error.reason, itemClass, number)
      }
      return true
    }
  }

  /// Counts an intact row.
  ///
  /// - Throws: The reason why the row is not intact.
  private func read(
    _ row: ItemRow?, _ schema: ItemSchema, _ connection: Connection, _ sealer: RowSealer,
    _ count: inout VerificationReport.Count
  ) throws(KeychainError) {
    switch try sealer.condition(of: row, schema) {
    case .unknownKey(let error), .damaged(let error): throw error
    case .locked: count.locked += 1
    case .dead: count.dead += 1
    case .guarded: count.items += 1
    case .opened(let row, let content):
      _ = try sealer.openSecret(row, content, schema) { () throws(KeychainError) in
        try connection.chunks(of: row.identifier)
      }
      if let index = schema.auxiliaryIndex,
        try !AuxiliaryIndexing(connection: connection, sealer: sealer).finds(row, content, index)
      {
        let entries = index == .domains ? "the domains of its server" : "its free attributes"
        throw KeychainError(.decode, "it is not found by \(entries)")
      }
      if row.isSynchronizable, try !connection.hasChange(ofRow: row.number, of: schema.itemClass) {
        throw KeychainError(.decode, "it is missing in the table of changes")
      }
      if row.isTombstone { count.tombstones += 1 } else { count.items += 1 }
    }
    if let row, retiredKeyIDs.contains(row.keyID) { report.rowsUnderRetiredKeys += 1 }
  }
}

/// The result of opening a row of the database.
enum RowState {
  /// An item or a tombstone. The secret of the row was not read.
  case opened(ItemRow, OpenedRow)
  /// The row's access control requires a proof.
  case guarded
  /// The key of the row was certainly destroyed, so the item is lost permanently. A dead row is not damage.
  case dead
  /// The key of the row is locked, or a damaged key number may hide that the key is locked.
  case locked
  /// The keybag does not have the row's key.
  case unknownKey(KeychainError)
  case damaged(KeychainError)
}

extension RowSealer {
  /// - Parameter row: The row; nil when the unsealed columns of the row contain invalid values.
  func condition(of row: ItemRow?, _ schema: ItemSchema) throws(KeychainError) -> RowState {
    guard let row else { return .damaged(KeychainError(.decode, "its readable columns are damaged")) }
    let status = ring.status(of: row.keyID)
    guard status != .locked else { return .locked }
    switch try open(row, schema) {
    case .opened(let content): return .opened(row, content)
    case .guarded: return .guarded
    case .damaged(let error): return .damaged(error)
    case .unknownKey where status == .usable:
      return .unknownKey(
        KeychainError(.notAvailable, "it is sealed for proofs of a passcode that was set after this keybag was made"))
    case .unknownKey:
      return .unknownKey(
        KeychainError(.notAvailable, "it is sealed under key \(row.keyID), which the keybag does not have"))
    case .dead:
      guard status == .usable || ring.openClasses.count == Accessibility.allCases.count else { return .locked }
      return try isDead(row, schema) ? .dead : .damaged(KeychainError(.decode, "its key number is damaged"))
    }
  }
}
