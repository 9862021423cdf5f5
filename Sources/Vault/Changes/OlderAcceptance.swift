import KeychainCrypto
package import KeychainFiles
import KeychainLog
package import KeychainModel
import KeychainStore

/// Goes on with files of which one is an older copy, because the newer one is lost.
///
/// 1. The keybag is chosen: the newest that has the keys of all rows. Its content is written under a number above all
///    others, which the header names together with the new identifier of the database.
/// 2. One transaction gives the database its new identifier, the keybag and a greater lock generation.
/// 3. The header takes over both, a new lock identifier, and clears the damage flag. The other keybags are set aside;
///    none is destroyed.
///
/// Items sealed under keys that only a lost keybag has stay in their places, unreadable.
struct OlderAcceptance {
  private let exclusive: ExclusiveFiles
  private let random: any RandomSource

  init(_ exclusive: ExclusiveFiles, random: any RandomSource) {
    self.exclusive = exclusive
    self.random = random
  }

  private var files: VaultFiles { exclusive.files }

  func run() throws(KeychainError) {
    try files.data.requireWritable()
    let look = try exclusive.look()
    if case .missing = look.found.database { throw Inconsistency.databaseMissing.error }
    guard let row = look.row, let needed = try keysInUse(look) else {
      return try acceptBesideDamage(look)
    }
    let keybag = try choose(row, needed, look)
    let databaseID = try random.makeIdentifier()
    let reference = KeybagReference(
      number: try files.keybags.nextNumber(after: row.keybagNumber), digest: try keybag.digest())
    try files.keybags.create(keybag, number: reference.number)
    try makeHeader(look)
    try exclusive.change { (state) throws(KeychainError) in
      // The identifier in the database may be what is damaged: the keybag was recorded with its digest.
      state.vaultID = keybag.storeID
      state.lockGeneration = max(row.lockGeneration, state.lockGeneration) + 1
      state.lockID = try random.makeIdentifier()
      state.job = .accept(from: row.databaseID, to: databaseID, keybag: reference)
    }
    try exclusive.step(.acceptanceNamed)
    try finish(databaseID, reference)
    Log.notice("older files were accepted")
  }

  func resume(_ job: Job) throws(KeychainError) {
    guard let databaseID = job.to, let reference = job.keybag else {
      throw Inconsistency.headerDamaged.error
    }
    try finish(databaseID, reference)
  }

  private func finish(
    _ databaseID: RowIdentifier, _ reference: KeybagReference
  ) throws(KeychainError) {
    guard let vaultID = try files.keybags.load(reference.number)?.storeID else {
      throw Inconsistency.keybagMissing.error
    }
    _ = try exclusive.write { row in
      row.vaultID = vaultID
      row.databaseID = databaseID
      row.keybagNumber = reference.number
      row.keybagDigest = reference.digest
    }
    try exclusive.step(.databaseAccepted)
    try files.keybags.setAside(below: reference.number)
    try exclusive.change { state in
      state.databaseID = databaseID
      state.keybag = reference
      state.pending = nil
      state.isDamaged = false
      state.job = nil
    }
    try exclusive.step(.accepted)
  }

  /// The settings are lost with a header: they may have been strict.
  private func makeHeader(_ look: VaultLook) throws(KeychainError) {
    guard look.reading == nil else { return }
    var state = HeaderState(lockID: try random.makeIdentifier())
    state.settings = .cautious
    try exclusive.header.create(state)
  }

  /// The keys that rows are sealed under; nil when the database is damaged.
  private func keysInUse(_ look: VaultLook) throws(KeychainError) -> Set<UInt32>? {
    do throws(KeychainError) {
      return try look.connection?.keyIDsInUse()
    } catch {
      guard error.cause == .databaseDamaged else { throw error }
      return nil
    }
  }

  /// Beside a database that is damaged, only the header is changed, so that a repair can begin.
  private func acceptBesideDamage(_ look: VaultLook) throws(KeychainError) {
    var found: [(keybag: Keybag, number: UInt64)] = []
    if let vaultID = look.row?.vaultID { found = (try? candidates(of: vaultID)) ?? [] }
    if found.isEmpty {
      guard let vaultID = look.reading?.state.vaultID ?? Vault.newestKeybag(files)?.storeID else {
        throw Inconsistency.keybagMissing.error
      }
      found = try candidates(of: vaultID)
    }
    // The rows need what the recorded keybag has, as far as it can be told.
    var (keybag, number) = found[0]
    for candidate in found
    where try candidate.keybag.digest() == look.row?.keybagDigest
      && !candidate.keybag.liveKeyIDs.isSubset(of: keybag.liveKeyIDs)
    {
      (keybag, number) = candidate
      break
    }
    let vaultID = keybag.storeID
    let reference = KeybagReference(number: number, digest: try keybag.digest())
    try files.keybags.setAside(except: number)
    try makeHeader(look)
    try exclusive.change { (state) throws(KeychainError) in
      state.vaultID = vaultID
      state.databaseID = nil
      state.keybag = reference
      state.pending = nil
      state.isDamaged = true
      state.job = nil
      state.lockGeneration = max(state.lockGeneration, look.row?.lockGeneration ?? 0)
      try state.lock(random)
    }
  }

  // MARK: The keybag

  /// The keybags that the device key opens, or the key of a change of it that was interrupted, by their generation,
  /// which is sealed in them: the newest first. The numbers of the files say nothing.
  private func candidates(
    of vaultID: RowIdentifier
  ) throws(KeychainError) -> [(keybag: Keybag, number: UInt64)] {
    let keys = [try files.deviceKey.load(for: vaultID), files.deviceKey.prepared(vaultID)]
      .compactMap(\.self)
    guard !keys.isEmpty else { throw Inconsistency.deviceKeyMissing.error }
    var found: [(keybag: Keybag, number: UInt64)] = []
    for number in try files.keybags.numbers() {
      guard let keybag = (try? files.keybags.load(number)) ?? nil, keybag.storeID == vaultID else {
        continue
      }
      for key in keys where try keybag.isOpened(by: key) { found.append((keybag, number)) }
    }
    guard !found.isEmpty else {
      throw try files.keybags.numbers().isEmpty
        ? Inconsistency.keybagMissing.error : Inconsistency.deviceKeyDiffers.error
    }
    return found.sorted { $0.keybag.generation > $1.keybag.generation }
  }

  /// The newest keybag that has every key that rows are sealed under, or else the newest. An older one may have another
  /// passcode, or none.
  private func choose(
    _ row: StoreRow, _ needed: Set<UInt32>, _ look: VaultLook
  ) throws(KeychainError) -> Keybag {
    // Its own identifier may be what is damaged in the database: then the digest says which keybag is its.
    let recorded = look.keybag.flatMap { keybag in
      (try? keybag.digest()) == row.keybagDigest ? keybag.storeID : nil
    }
    let candidates = try candidates(of: recorded ?? row.vaultID)
    let complete = candidates.first { candidate in
      needed.isSubset(of: candidate.keybag.liveKeyIDs)
    }
    return (complete ?? candidates[0]).keybag
  }
}

extension Vault {
  /// Goes on with files of which one is an older copy, because the newer one is lost.
  ///
  /// - Returns: False when the files belong together: nothing was changed.
  /// - Throws: `.notAvailable` when the database or the device key is missing, or no keybag can be opened; `.readOnly`.
  ///   Nothing was changed then.
  package func acceptOlder(until deadline: Deadline) throws(KeychainError) -> Bool {
    letGo()
    guard let files = try existingFiles(), try files.isPresent() else { return false }
    let exclusive = try ExclusiveFiles(files, until: deadline)
    defer { withExtendedLifetime(exclusive) {} }
    var consistency = try exclusive.consistency()
    if case .job(let job) = consistency {
      do throws(KeychainError) {
        try JobResumption(exclusive, random: random, context: context).run(job)
        consistency = try exclusive.consistency()
      } catch {
        // Work on keys that cannot be finished, because a file of it is lost.
        guard job.kind == .changeDeviceKey || job.kind == .accept else { throw error }
        Log.error("interrupted work could not be finished", error)
        consistency = .refused(.otherDatabase)
      }
    }
    switch consistency {
    case .whole, .empty, .job: return false
    case .refused(.databaseDamaged):
      // A damaged database is repaired, not accepted, unless the files beside it do not belong to it or to each other.
      guard let state = try exclusive.header.read()?.state else { break }
      let row = files.readableRow(until: deadline)
      if let row, Consistency.conflict(row, state) != nil { break }
      guard (try? openBesideDatabase(preferring: row?.keybag)) ?? nil != nil else { break }
      throw Inconsistency.databaseDamaged.error
    case .refused: break
    }
    try OlderAcceptance(exclusive, random: random).run()
    return true
  }
}
