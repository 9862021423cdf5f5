import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore
import RowSealing

/// Puts a new database, with everything that can be salvaged, in place of a damaged one.
///
/// All of it happens under the exclusive vault lock:
///
/// 1. The damage is confirmed.
/// 2. A new database is made under a name of its own, from the pages of the damaged one, which are only read.
/// 3. The header names the repair. From here on it is a matter of renaming, which takes no key, no room and no time.
/// 4. The damaged database, its log and the index of its log get new names, and the new database gets its own.
/// 5. The header names the new database, and the line is erased.
///
/// A process that dies after 3 leaves the line, and 4 and 5 are done by whoever opens the vault next. Where the new
/// database has vanished meanwhile, the old names come back. No file is ever removed.
struct DatabaseRepair {
  let exclusive: ExclusiveVaultFiles
  let random: any RandomSource

  private var files: VaultFiles { exclusive.files }
  private var newName: String { files.names.database + ".repaired" }

  // MARK: Repairing

  /// - Parameters:
  ///   - row: What the damaged database says of itself; nil where that cannot be read.
  ///   - ring: Unlocked: the domains of internet passwords follow from what is sealed.
  func run(_ opened: OpenedFiles, _ row: StoreRecord?, _ ring: KeyRing) throws(KeychainError) -> RepairOutcome {
    Log.error("the database is damaged; it is set aside, and its items are salvaged")
    let before = try exclusive.header.state()
    // An acceptance may have died before it set the other keybags aside. Settling would destroy them.
    if before.databaseID == nil { try files.keybags.setAside(except: opened.reference.number) }
    let databaseID = try random.makeIdentifier()
    let expected = try expectedCommit(before, row)
    let salvage = try Salvage(files.names.database, in: files.data)
    // Closing a file of the database drops every lock that SQLite has on it in this process: after an error the files
    // stay open.
    let retained = Unmanaged.passRetained(salvage)
    // Nobody may move the log meanwhile.
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

  /// The last commit that is known: the later one of the header's and the database's. The header's record may be older
  /// after a power failure.
  private func expectedCommit(
    _ state: HeaderState, _ row: StoreRecord?
  ) throws(KeychainError) -> (number: UInt64, rows: RowCounts)? {
    let witness = try state.databaseID.flatMap { (id) throws(KeychainError) in try exclusive.header.witness(of: id) }
    let known = [row.map { ($0.commits, $0.rows) }, witness.map { ($0.number, $0.rows) }]
    return known.compactMap(\.self).max { $0.0 < $1.0 }
  }

  /// Makes the new database, and counts its rows.
  ///
  /// - Returns: Whether a part of the damaged one could not be read.
  private func copy(_ salvage: Salvage, _ row: inout StoreRecord, _ ring: KeyRing) throws(KeychainError) -> Bool {
    // What a repair left that died before it had a name.
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
    try exclusive.change { state in
      state.databaseID = databaseID
      state.isDamaged = false
      state.job = nil
    }
    try exclusive.step(.repaired)
  }

  // MARK: Resuming

  /// Finishes a repair that was interrupted after the header had named it.
  func resume(_ job: Job) throws(KeychainError) {
    guard let databaseID = job.to else { throw Inconsistency.headerDamaged.error }
    if try exclusive.inspect().row?.databaseID == databaseID { return try settle(databaseID) }
    if try files.data.status(of: newName) != nil { return try finish(databaseID) }
    // The new database has vanished: the damaged one comes back together with its log, and the flag stays.
    if try files.data.status(of: files.names.database) == nil {
      for suffix in VaultFiles.Names.databaseSuffixes.reversed() {
        try files.data.renameDurably(files.names.aside(databaseID) + suffix, to: files.names.database + suffix)
      }
    }
    try exclusive.change { state in
      state.isDamaged = true
      state.job = nil
    }
  }
}

extension VaultFiles.Names {
  /// The ends of the names of the files that belong to a database.
  static let databaseSuffixes = ["", "-wal", "-shm"]

  private var asidePrefix: String { "\(database).damaged-" }

  /// The name under which a repair sets the damaged database aside.
  ///
  /// - Parameter databaseID: That of the database that takes its place.
  func aside(_ databaseID: RowIdentifier) -> String { "\(asidePrefix)\(databaseID)" }

  /// Whether this is a file that a repair set aside.
  package func isAside(_ name: String) -> Bool { name.hasPrefix(asidePrefix) }
}
