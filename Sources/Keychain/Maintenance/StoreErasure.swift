import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore

/// Destroys the keys of a store and removes its files.
///
/// All of it happens while the store's lock is held exclusively, in this order:
///
/// 1. The store epoch in the state file is raised, so that every process that has the store open
///    lets it go at its next call, and waits for the lock. This comes first: nobody may go on
///    with a store, and write to it, that the next one to open it will erase.
/// 2. The lock file gets a marker. Until then the store is as it was; from here on it is lost:
///    whoever opens it finishes the erasure first.
/// 3. The keys are overwritten and removed: first the device key, then the keybag.
/// 4. The database is removed, what repairs set aside, and the state.
/// 5. The numbers of commits go on, but those of the past are forgotten: watchers are told.
/// 6. The marker is erased. There is no store any more; the next call makes an empty one.
///
/// A process that dies after 2 leaves the marker, and `resume` does what is left: each step does
/// nothing where it was done before. Nobody writes into a removed file: a write holds the lock
/// shared, and then compares the state and whether the database still has a name.
///
/// A device key of another store is left alone: data folders may share the folder of the key.
package struct StoreErasure {
  let folders: StoreFolders
  let lock: FileLock
  var onStep: (Step) throws(KeychainError) -> Void = { (_) throws(KeychainError) in }

  /// A step that was just done. Tests stop there.
  enum Step: CaseIterable {
    case announced, marked, deviceKeyDestroyed, keybagDestroyed, databaseRemoved, litterRemoved
    case stateRemoved, told
  }

  /// What came of it, and what it could not do.
  package struct Outcome: Sendable, Equatable {
    /// The items that were erased; nil when they could not be counted.
    package var itemCount: Int?
    /// Whether a key could only be removed and not overwritten, or has further names.
    package var mayKeysLiveOn = false
    /// Whether the device key is of another keychain, and was left alone.
    package var isDeviceKeyForeign = false
    /// Whether the device key is a credential, which whoever passes it keeps.
    package var isDeviceKeyACredential = false

    package init(itemCount: Int? = nil) { self.itemCount = itemCount }
  }

  func run() throws(KeychainError) -> Outcome {
    // What has begun must come to its end.
    try folders.data.requireWritable()
    try folders.key.requireWritable()
    var outcome = Outcome(itemCount: itemCount())
    outcome.isDeviceKeyACredential = folders.hasCredential
    let storeID = findStoreID()
    try announce()
    try onStep(.announced)
    try StoreMarker.erasing(storeID).write(to: lock)
    try onStep(.marked)
    try finish(storeID, &outcome)
    Log.notice("the keychain was erased: \(outcome.itemCount ?? -1) items")
    return outcome
  }

  /// Finishes an erasure that was interrupted.
  func resume(_ storeID: RowIdentifier) throws(KeychainError) {
    var outcome = Outcome()
    try finish(storeID, &outcome)
  }

  // MARK: Steps

  private func finish(
    _ storeID: RowIdentifier, _ outcome: inout Outcome
  ) throws(KeychainError) {
    try destroyKeys(storeID, &outcome)
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try folders.data.remove(StoreLocation.databaseName + suffix)
    }
    try onStep(.databaseRemoved)
    // Nothing opens these without the keys: one that cannot be removed must not keep the erasure from
    // its end.
    for name in try folders.data.entryNames() where DamagedFileName.isSetAside(name) {
      do throws(KeychainError) {
        try folders.data.remove(name)
      } catch {
        Log.error("a file that a repair set aside cannot be removed", error)
      }
    }
    folders.data.destroyTemporaryFiles()
    try onStep(.litterRemoved)
    try folders.data.remove(StoreLocation.stateName)
    try onStep(.stateRemoved)
    if try folders.data.status(of: StoreLocation.changesName) != nil {
      // Nothing depends on it.
      try? ChangesFile(in: folders.data)?.forget(process: getpid())
    }
    try folders.data.synchronize()
    try onStep(.told)
    try StoreMarker.erase(from: lock)
  }

  /// Where the state is damaged or missing, processes notice that the database has no name.
  private func announce() throws(KeychainError) {
    guard let file = try? StateFile(in: folders.data), var state = try file.read() else { return }
    state.storeEpoch &+= 1
    try file.write(state)
  }

  private func destroyKeys(
    _ storeID: RowIdentifier, _ outcome: inout Outcome
  ) throws(KeychainError) {
    // One that is damaged belongs to nobody any more.
    if let other = (try? folders.deviceKeyFile.load())?.storeID, other != storeID {
      outcome.isDeviceKeyForeign = true
    } else {
      try destroy(StoreLocation.deviceKeyName, in: folders.key, &outcome)
    }
    folders.key.destroyTemporaryFiles()
    try folders.key.synchronize()
    try onStep(.deviceKeyDestroyed)
    try destroy(StoreLocation.keybagName, in: folders.data, &outcome)
    try folders.data.synchronize()
    try onStep(.keybagDestroyed)
  }

  private func destroy(
    _ name: String, in folder: ProtectedDirectory, _ outcome: inout Outcome
  ) throws(KeychainError) {
    if case .removed = try folder.destroy(name) { outcome.mayKeysLiveOn = true }
  }

  // MARK: What there is

  /// The identifier of the store, from whatever file still says it.
  private func findStoreID() -> RowIdentifier {
    if let storeID = (try? folders.keybag.load())?.storeID { return storeID }
    if let storeID = (try? StateFile(in: folders.data)?.read())?.storeID { return storeID }
    if let storeID = (try? folders.deviceKeyFile.load())?.storeID { return storeID }
    return RowIdentifier(high: 0, low: 0)
  }

  /// The items of all classes, without tombstones; nil when the database cannot be read.
  func itemCount() -> Int? {
    guard let status = try? folders.data.status(of: StoreLocation.databaseName),
      status.isRegularFile, status.byteCount > 0,
      let connection = try? Connection(StoreLocation.databaseName, in: folders.data)
    else { return nil }
    connection.leaveFilesAlone()
    var count = 0
    for itemClass in ItemClass.stored {
      guard let number = try? connection.liveRowCount(of: itemClass) else { return nil }
      count += number
    }
    return count
  }
}
