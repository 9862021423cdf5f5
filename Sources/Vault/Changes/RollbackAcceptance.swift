import KeychainCrypto
package import KeychainFiles
import KeychainLog
package import KeychainModel

/// Makes a vault usable again when one of its files is an older copy and the newer file is lost.
///
/// 1. A keybag is chosen: the newest keybag that has the keys of all rows, or else the newest keybag.
/// 2. The header names the keybag and a new identifier for the database. The header gets a greater lock generation and
///    a new lock identifier.
/// 3. The other keybags are renamed; no keybag is destroyed.
/// 4. One transaction records the identifier and the keybag in the database.
///
/// If the process dies before the end of step 4, openings still refuse the files, and the next acceptance begins again.
/// An item whose key is only in a lost keybag stays in the database, and is unreadable.
struct RollbackAcceptance {
  let exclusive: ExclusiveVaultFiles
  let random: any RandomSource

  private var files: VaultFiles { exclusive.files }

  func run() throws(KeychainError) {
    try files.data.requireWritable()
    let inspection = try exclusive.inspect()
    if case .missing = inspection.found.database { throw inspection.found.absence.error }
    let needed = try keysInUse(inspection)
    let (keybag, number) = try choose(inspection, needed)
    let reference = KeybagReference(number: number, digest: try keybag.digest())
    // If the header is lost, the vault gets strict settings, because the lost settings may have been strict.
    try exclusive.header.makeState(.cautious, random)
    // When the database is damaged, only the header changes, so that a repair can follow.
    let databaseID = needed == nil ? nil : try random.makeIdentifier()
    try exclusive.change { (state) throws(KeychainError) in
      // The vault identifier in the database may be damaged, so the identifier of the keybag is used.
      state.vaultID = keybag.vaultID
      state.databaseID = databaseID
      state.keybag = reference
      state.pending = nil
      state.isDamaged = databaseID == nil
      state.job = nil
      state.lockGeneration = max(state.lockGeneration, inspection.row?.lockGeneration ?? 0)
      try state.lock(random)
    }
    try exclusive.step(.acceptanceNamed)
    try files.keybags.setAside(except: number)
    try exclusive.step(.keybagsSetAside)
    guard let databaseID else { return }
    try exclusive.write { row in
      row.vaultID = keybag.vaultID
      row.databaseID = databaseID
      row.keybag = reference
    }
    try exclusive.step(.accepted)
    Log.notice("older files were accepted")
  }

  /// The keys that rows are sealed under; nil when the database is damaged.
  private func keysInUse(_ inspection: VaultInspection) throws(KeychainError) -> Set<UInt32>? {
    do throws(KeychainError) { return try inspection.connection?.keyIDsInUse() } catch {
      guard error.cause == .databaseDamaged else { throw error }
      return nil
    }
  }

  /// The newest keybag that has the keys of all rows, or else the newest keybag. For a damaged database: the keybag
  /// that the database records, if this keybag has a key that the newest keybag lacks, or else the newest keybag.
  private func choose(_ inspection: VaultInspection, _ needed: Set<UInt32>?) throws(KeychainError) -> Candidate {
    let recordedDigest = inspection.row?.keybagDigest
    // If the vault identifier in the database is damaged, the digest in the database identifies the keybag.
    let recorded = inspection.keybag.flatMap { (try? $0.digest()) == recordedDigest ? $0.vaultID : nil }
    var vaultIDs = [recorded ?? inspection.row?.vaultID]
    if needed == nil { vaultIDs += [inspection.reading?.state.vaultID, files.keybags.newest()?.vaultID] }
    var failure = Inconsistency.keybagMissing.error
    for vaultID in vaultIDs.compactMap(\.self) {
      do throws(KeychainError) {
        let found = try candidates(of: vaultID)
        let better = found.first { candidate in
          if let needed { return needed.isSubset(of: candidate.keybag.liveKeyIDs) }
          return (try? candidate.keybag.digest()) == recordedDigest
            && !candidate.keybag.liveKeyIDs.isSubset(of: found[0].keybag.liveKeyIDs)
        }
        return better ?? found[0]
      } catch { failure = error }
    }
    throw failure
  }

  private typealias Candidate = (keybag: Keybag, number: UInt64)

  /// The keybags that the device key, or a prepared device key, opens. The keybag with the greatest sealed generation
  /// is first, because the numbers of the files do not show the age of a keybag.
  ///
  /// - Returns: At least one keybag.
  private func candidates(of vaultID: RowIdentifier) throws(KeychainError) -> [Candidate] {
    guard try !files.deviceKey.keys(of: vaultID).isEmpty else { throw Inconsistency.deviceKeyMissing.error }
    var found: [Candidate] = []
    for number in try files.keybags.numbers() {
      guard let keybag = (try? files.keybags.load(number)) ?? nil, keybag.vaultID == vaultID,
        try files.deviceKey.key(opening: keybag) != nil
      else { continue }
      found.append((keybag, number))
    }
    guard !found.isEmpty else {
      throw try files.keybags.numbers().isEmpty
        ? Inconsistency.keybagMissing.error : Inconsistency.deviceKeyDiffers.error
    }
    return found.sorted { $0.keybag.generation > $1.keybag.generation }
  }
}

extension Vault {
  /// Makes a vault usable again when one of its files is an older copy and the newer file is lost.
  ///
  /// - Returns: False when the files are consistent. The call then changed nothing.
  /// - Throws: `.notAvailable` when the database or the device key is missing, or no keybag can be opened; `.readOnly`.
  ///   After an error nothing is changed.
  package func acceptOlder(until deadline: Deadline) throws(KeychainError) -> Bool {
    discard()
    guard let files = try existingFiles(), try files.isPresent() else { return false }
    let exclusive = try ExclusiveVaultFiles(files, until: deadline)
    if case .job(let job) = try exclusive.consistency() { try resume(job, exclusive) }
    switch try exclusive.consistency() {
    case .whole, .empty, .job: return false
    case .refused(.databaseDamaged):
      // If all other files belong together, the database needs a repair. This call then accepts no file.
      guard let state = try exclusive.header.read()?.state else { break }
      let row = files.readableRow(until: deadline)
      if let row, Consistency.conflict(row, state) != nil { break }
      guard (try? openBesideDatabase(preferring: row?.keybag)) ?? nil != nil else { break }
      throw Inconsistency.databaseDamaged.error
    case .refused: break
    }
    try RollbackAcceptance(exclusive: exclusive, random: random).run()
    return true
  }
}
