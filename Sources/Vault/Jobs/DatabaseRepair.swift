import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore
import RowSealing

/// Replaces a damaged database with a new database, which contains everything that can be salvaged.
///
/// The exclusive vault lock is held during all steps:
///
/// 1. The damage is confirmed.
/// 2. A new database is made under its own name from the pages of the damaged database, which are only read.
/// 3. The header names the repair. The following steps only rename files, are fast, and need no key and no free space.
/// 4. The damaged database, its log and the index of its log are renamed. Then the new database gets the proper name.
/// 5. The header names the new database, and the job is removed from the header.
///
/// If the process dies after step 3, the job remains, and the next opening of the vault performs steps 4 and 5. If the
/// new database is missing then, the old files get their names back. No file of the damaged database is ever removed.
struct DatabaseRepair {
  let exclusive: ExclusiveVaultFiles
  let random: any RandomSource

  private var files: VaultFiles { exclusive.files }
  private var newName: String { files.names.database + ".repaired" }

  // MARK: Repairing

  /// - Parameters:
  ///   - row: The row of the table `store` in the damaged database; nil when the row cannot be read.
  ///   - ring: An unlocked key ring. The repair derives the domains of internet passwords from sealed data.
  func run(_ opened: OpenedFiles, _ row: StoreRecord?, _ ring: KeyRing) throws(KeychainError) -> RepairOutcome {
    Log.error("the database is damaged; it is set aside, and its items are salvaged")
    let before = try exclusive.header.state()
    // An interrupted `RollbackAcceptance` may leave other keybags. This code renames them, so that `settle` keeps them.
    if before.databaseID == nil { try files.keybags.setAside(except: opened.reference.number) }
    let databaseID = try random.makeIdentifier()
    let expected = try expectedCommit(before, row)
    let salvage = try Salvage(files.names.database, in: files.data)
    // Closing a file of the database drops every lock of SQLite in this process. So the files stay open after an error.
    let retained = Unmanaged.passRetained(salvage)
    // No connection may move the log during the salvage.
    try salvage.holdDatabase(timeout: exclusive.deadline.remaining)
    var next = StoreRecord(
      vaultID: opened.keybag.vaultID, databaseID: databaseID, keybagNumber: opened.reference.number,
      keybagDigest: opened.reference.digest, lockGeneration: before.lockGeneration, commits: expected?.number ?? 0)
    let isIncomplete = try copy(salvage, &next, ring)
    try exclusive.step(.salvaged)
    try exclusive.change { $0.job = .repair(from: row?.databaseID ?? $0.databaseID, to: databaseID) }
    try exclusive.step(.repairNamed)
    try finish(databaseID)
    retained.release()
    return RepairOutcome(
      counts: ItemClass.stored.map { itemClass in
        RepairOutcome.Count(
          itemClass: itemClass, found: Int(next.rows[itemClass]),
          missing: expected.map { max(0, Int($0.rows[itemClass] - next.rows[itemClass])) })
      }, asideName: files.names.aside(databaseID), isIncomplete: isIncomplete)
  }

  /// The later of the last commits in header and database. After a power failure the header may have an older one.
  private func expectedCommit(
    _ state: HeaderState, _ row: StoreRecord?
  ) throws(KeychainError) -> (number: UInt64, rows: RowCounts)? {
    let witness = try state.databaseID.flatMap { (id) throws(KeychainError) in try exclusive.header.witness(of: id) }
    let known = [row.map { ($0.commits, $0.rows) }, witness.map { ($0.number, $0.rows) }]
    return known.compactMap(\.self).max { $0.0 < $1.0 }
  }

  /// Makes the new database, and counts its rows.
  ///
  /// - Returns: Whether a part of the damaged database could not be read.
  private func copy(_ salvage: Salvage, _ row: inout StoreRecord, _ ring: KeyRing) throws(KeychainError) -> Bool {
    // A repair that was killed before the header named the repair may have left these files.
    for suffix in VaultFiles.Names.databaseSuffixes { try files.data.remove(newName + suffix) }
    var isIncomplete = false
    try DatabaseCreation.create(newName, in: files.data, vaultID: row.vaultID) {
      (connection) throws(KeychainError) in
      let outcome = try salvage.copyRows(into: connection)
      isIncomplete = outcome.mayHaveLostRows
      let sealer = try RowSealer(try ring.makeCipherSuite(), random)
      try connection.write { () throws(KeychainError) in
        try AuxiliaryIndexing(connection: connection, sealer: sealer).rebuild()
        row.rows = try connection.countRows()
        try connection.setStoreRecord(row)
      }
      Log.notice("salvaged \(outcome.rowCount) rows of the damaged database")
    }
    return isIncomplete
  }

  private func finish(_ databaseID: RowIdentifier) throws(KeychainError) {
    let steps: [Step] = [.databaseAside, .logAside, .indexAside]
    for (suffix, step) in zip(VaultFiles.Names.databaseSuffixes, steps) {
      try files.data.renameDurably(files.names.database + suffix, to: files.names.aside(databaseID) + suffix)
      try exclusive.step(step)
    }
    try files.data.renameDurably(newName, to: files.names.database)
    try exclusive.step(.databaseReplaced)
    try settle(databaseID)
  }

  private func settle(_ databaseID: RowIdentifier) throws(KeychainError) {
    try files.data.synchronize()
    try exclusive.change { ($0.databaseID, $0.isDamaged, $0.job) = (databaseID, false, nil) }
    try exclusive.step(.repaired)
  }

  // MARK: Resuming

  /// Finishes a repair that was interrupted after the header named the repair.
  func resume(_ job: Job) throws(KeychainError) {
    guard let databaseID = job.to else { throw Inconsistency.headerDamaged.error }
    if try exclusive.inspect().row?.databaseID == databaseID { return try settle(databaseID) }
    if try files.data.status(of: newName) != nil { return try finish(databaseID) }
    // The new database is missing. The damaged database and its log get their names back, and the damage flag stays.
    if try files.data.status(of: files.names.database) == nil {
      for suffix in VaultFiles.Names.databaseSuffixes.reversed() {
        try files.data.renameDurably(files.names.aside(databaseID) + suffix, to: files.names.database + suffix)
      }
    }
    // An earlier process may have given the names back, and died before they were durable.
    try files.data.synchronize()
    try exclusive.change { ($0.isDamaged, $0.job) = (true, nil) }
  }
}

extension VaultFiles.Names {
  /// The suffixes of the names of the files that belong to a database.
  static let databaseSuffixes = ["", "-wal", "-shm"]

  private var asidePrefix: String { "\(database).damaged-" }

  /// The name under which a repair sets the damaged database aside.
  ///
  /// - Parameter databaseID: The identifier of the new database.
  func aside(_ databaseID: RowIdentifier) -> String { "\(asidePrefix)\(databaseID)" }

  /// Whether a file of this name was set aside by a repair.
  package func isAside(_ name: String) -> Bool { name.hasPrefix(asidePrefix) }
}
