package import KeychainCrypto
package import KeychainFiles
package import KeychainModel
import KeychainStore
import RowSealing

extension Vault {
  /// Repairs the database if the database file itself is damaged.
  ///
  /// - Parameters:
  ///   - passcode: Required while the vault is locked.
  ///   - onlyIfMarked: Whether to repair only if the header records damage or an interrupted repair.
  /// - Returns: Nil when the database is intact.
  /// - Throws: `.interactionNotAllowed` when the database is damaged and the vault is locked; `.authenticationFailed`;
  ///   `.notAvailable` when another file is missing or differs; `.readOnly`. After an error the database is unchanged.
  package func repair(
    _ passcode: Passcode?, onlyIfMarked: Bool, until deadline: Deadline
  ) throws(KeychainError) -> RepairOutcome? {
    discard()
    guard let files = try existingFiles(), try files.isPresent() else { return nil }
    if try files.absence() == .databaseMoved { throw Inconsistency.databaseMoved.error }
    if onlyIfMarked {
      let state = try files.header()?.read()?.state
      guard let state, state.isDamaged || state.job?.kind == .repair else { return nil }
    }
    // A passcode attempt is slow, so it runs before the exclusive lock is taken.
    try unlockIfPortable(passcode, until: deadline)
    let found = try openForRepair(files, files.readableRow(until: deadline))
    let ring = try found.map { (found) throws(KeychainError) in try keysForRepair(passcode, found, until: deadline) }
    let exclusive = try ExclusiveVaultFiles(files, until: deadline)
    if try exclusive.header.read()?.state.job != nil, case .job(let job) = try exclusive.consistency() {
      try resume(job, exclusive)
    }
    let row = files.readableRow(until: deadline)
    guard let opened = try openForRepair(files, row) else {
      if case .refused(let inconsistency) = try exclusive.consistency() { throw inconsistency.error }
      return nil
    }
    if let found, found.reference != opened.reference {
      throw KeychainError(.notAvailable, "another process changed the keys meanwhile; nothing was changed")
    }
    try files.keybags.repair(opened.reference.number)
    guard try Self.needsRepair(exclusive, ring, random) else {
      if opened.state.isDamaged { try exclusive.change { $0.isDamaged = false } }
      return nil
    }
    if let row, let conflict = Consistency.conflict(row, opened.state) { throw conflict.error }
    guard let ring, ring.openClasses.count == Accessibility.allCases.count || !ring.hasPasscode else {
      throw KeychainError(
        .interactionNotAllowed,
        "the database is damaged; it is repaired once the keychain is unlocked, or with its passcode",
        cause: .mustBeUnlocked)
    }
    return try DatabaseRepair(exclusive: exclusive, random: random).run(opened, row, ring)
  }

  /// Opens the files except the damaged database; nil when the header does not name these files.
  ///
  /// `row`, from the database, names the keybag in force. When `row` is nil, it is unknown whether the pending keybag
  /// was committed. The pending keybag is then used, unless it lacks a key or the passcode of the former keybag.
  private func openForRepair(_ files: VaultFiles, _ row: StoreRecord?) throws(KeychainError) -> OpenedFiles? {
    guard let state = try files.header()?.read()?.state else { return nil }
    var reference = row?.keybag ?? state.pending
    if row == nil, let current = state.keybag, let pending = state.pending,
      let before = (try? files.keybags.load(current.number)) ?? nil,
      let next = (try? files.keybags.load(pending.number)) ?? nil,
      !before.liveKeyIDs.isSubset(of: next.liveKeyIDs) || before.hasPasscode && !next.hasPasscode
    {
      reference = current
    }
    return try openBesideDatabase(preferring: reference)
  }

  /// The keys that are available for a repair.
  private func keysForRepair(
    _ passcode: Passcode?, _ opened: OpenedFiles, until deadline: Deadline
  ) throws(KeychainError) -> KeyRing {
    guard let passcode, opened.keybag.hasPasscode else { return try keys(opened, until: deadline).ring }
    let key = try opened.passcodeKey(passcode, context, until: deadline)
    return try KeyRing(opened.keybag, deviceKey: opened.deviceKey, passcodeKey: key)
  }

  /// Whether the database, one of its indices, or the version number of the database is damaged.
  private static func needsRepair(
    _ exclusive: ExclusiveVaultFiles, _ ring: KeyRing?, _ random: any RandomSource
  ) throws(KeychainError) -> Bool {
    let files = exclusive.files
    guard try files.data.status(of: files.names.database) != nil else { throw try files.absence().error }
    let (name, deadline) = (files.names.database, exclusive.deadline)
    if try StoreSchema.isDamaged(name, in: files.data, suspectsVersion: true, until: deadline) { return true }
    do throws(KeychainError) {
      let connection = try files.connection(until: deadline)
      if case .refused(let inconsistency) = try exclusive.consistency() { throw inconsistency.error }
      guard let ring else { return false }
      let sealer = try RowSealer(try ring.makeCipherSuite(), random)
      return try !AuxiliaryIndexing(connection: connection, sealer: sealer).isComplete()
    } catch {
      guard error.cause == .databaseDamaged else { throw error }
      return true
    }
  }
}
