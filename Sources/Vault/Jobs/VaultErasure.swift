import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore

/// Destroys the keys of a vault and removes its files. This also works on a vault that cannot be opened.
///
/// The exclusive vault lock is held during all steps:
///
/// 1. The header names the erasure. After this the vault is lost: the next process that opens the vault finishes the
///    erasure first.
/// 2. The keys are overwritten and removed: first the device key, then the keybags. Tickets are revoked.
/// 3. The database, its log and the files that repairs set aside are removed.
/// 4. The header names no vault. The next write makes an empty vault.
///
/// A device key is removed only if it is known to belong to this vault, because data folders may share the key folder.
struct VaultErasure {
  let exclusive: ExclusiveVaultFiles
  let random: any RandomSource
  let context: UnlockContext

  private var files: VaultFiles { exclusive.files }

  func run() throws(KeychainError) -> ErasureOutcome {
    // An erasure that has begun must be able to finish.
    try files.data.requireWritable()
    try files.key.requireWritable()
    let itemCount = files.itemCount()
    try exclusive.header.makeState(LockSettings(), random)
    let row = files.readableRow(until: exclusive.deadline)
    let vaultID = try findVaultID(row)
    try exclusive.change { (state) throws(KeychainError) in
      state.vaultID = vaultID
      // With these two values, `Consistency` permits the resumption of the erasure, even for inconsistent files.
      state.lockGeneration = max(state.lockGeneration, row?.lockGeneration ?? 0)
      state.job = .erase(from: row?.databaseID ?? state.databaseID)
      try state.lock(random)
    }
    try exclusive.step(.erasureNamed)
    var outcome = try resume()
    outcome.itemCount = itemCount
    Log.notice("the keychain was erased: \(itemCount ?? -1) items")
    return outcome
  }

  /// Performs the remaining steps of an erasure. Each step has no effect if it was performed before.
  func resume() throws(KeychainError) -> ErasureOutcome {
    var outcome = ErasureOutcome()
    let state = try exclusive.header.state()
    outcome.isDeviceKeyACredential = files.credential != nil
    if let vaultID = state.vaultID {
      // The file `device.key` belongs to this vault even if a credential is used instead of the file.
      let destruction = try files.keyFile.destroy(vaultID)
      outcome.mayKeysLiveOn = destruction.mayLiveOn
      outcome.isDeviceKeyForeign = destruction.isForeign
    } else {
      outcome.isDeviceKeyForeign = try files.keyFile.isPresent()
    }
    try exclusive.step(.deviceKeyDestroyed)
    for number in try files.keybags.numbers() where try !files.keybags.destroy(number) {
      outcome.mayKeysLiveOn = true
    }
    if try !files.keybags.destroyAsides() { outcome.mayKeysLiveOn = true }
    if let vaultID = state.vaultID {
      context.cache.remove(vaultID)
      if files.portable != nil { context.discardPortableTicket(of: vaultID) }
      for purpose in KeyTicket.Purpose.allCases { context.authority.discard(purpose, of: vaultID) }
    }
    try exclusive.step(.keybagsDestroyed)
    for suffix in ["", "-wal", "-shm", "-journal"] { try files.data.remove(files.names.database + suffix) }
    try exclusive.step(.databaseRemoved)
    try removeLitter()
    try exclusive.step(.litterRemoved)
    try files.data.synchronize()
    recordForWatchers(state)
    try exclusive.change { state in
      let generation = state.lockGeneration
      state = HeaderState(lockID: state.lockID)
      state.lockGeneration = generation
    }
    try exclusive.header.forgetAttempts()
    try exclusive.step(.erased)
    return outcome
  }

  /// Removes temporary and renamed files. No key can open these files now, so a failure does not stop the erasure.
  private func removeLitter() throws(KeychainError) {
    files.data.destroyTemporaryFiles()
    for name in try files.data.entryNames() where name.hasPrefix("\(files.names.database).") {
      do throws(KeychainError) { try files.data.remove(name) } catch {
        Log.error("a file that was set aside cannot be removed", error)
      }
    }
  }

  /// Records the erasure as a commit, for observers.
  private func recordForWatchers(_ state: HeaderState) {
    guard let databaseID = state.databaseID else { return }
    do throws(KeychainError) {
      let last = try exclusive.header.witness(of: databaseID)?.number ?? 0
      try exclusive.header.record(
        CommitRecord(
          number: last + 1, database: databaseID, process: getpid(), isSynchronizable: false, rows: RowCounts()))
    } catch { Log.error("an erasure could not be recorded in the header", error) }
  }

  /// The identifier of the vault, from any file that records the identifier. A device key is used only if its folder
  /// cannot contain the key of another vault.
  private func findVaultID(_ row: StoreRecord?) throws(KeychainError) -> RowIdentifier? {
    if let vaultID = try exclusive.header.state().vaultID ?? files.keybags.newest()?.vaultID ?? row?.vaultID {
      return vaultID
    }
    guard files.key.path == files.data.path, files.credential == nil else { return nil }
    return (try? files.keyFile.load())?.vaultID
  }
}

extension VaultFiles {
  /// The number of items of all classes, in which tombstones are not counted; nil when the database cannot be read.
  func itemCount() -> Int? {
    guard let connection = try? connection(until: .after(.seconds(30))) else { return nil }
    return try? ItemClass.stored.reduce(0) { try $0 + connection.liveRowCount(of: $1) }
  }
}
