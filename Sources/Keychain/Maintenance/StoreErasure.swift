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
/// A device key is left alone unless it is known to be this store's: data folders may share the
/// folder of the key. In a data folder that holds the key itself nobody else's can be.
package struct StoreErasure {
  let folders: StoreFolders
  let lock: FileLock
  /// Called once the keys are destroyed.
  var onKeysDestroyed: (RowIdentifier) -> Void = { _ in }
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
    /// Whether the device key is of another keychain, or does not say of which, and was left alone.
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
    var storeID = findStoreID()
    var isResumed = false
    switch try StoreMarker(in: lock) {
    case .erasing(let interrupted) where storeID ?? interrupted == interrupted:
      (storeID, isResumed) = (interrupted, true)
    case .rekeying(let marked): storeID = storeID ?? marked
    default: break
    }
    try run(storeID ?? Self.unknownID, isResumed: isResumed, &outcome)
    Log.notice("the keychain was erased: \(outcome.itemCount ?? -1) items")
    return outcome
  }

  private func run(
    _ storeID: RowIdentifier, isResumed: Bool, _ outcome: inout Outcome
  ) throws(KeychainError) {
    // Waited for before anything is lost: somebody may keep the folder of the key.
    try folders.deviceKeyFile.withLock { (folderLock) throws(KeychainError) in
      try announce()
      try onStep(.announced)
      try StoreMarker.erasing(storeID).write(to: lock, in: folders.data)
      try onStep(.marked)
      try destroyDeviceKeys(storeID, isResumed: isResumed, folderLock, &outcome)
    }
    try finish(storeID, &outcome)
  }

  /// Finishes an erasure that was interrupted.
  ///
  /// - Throws: `.notAvailable` when there are files of another store by now: somebody put them
  ///   there. Nothing is changed then.
  func resume(_ storeID: RowIdentifier) throws(KeychainError) {
    try requireNoFiles(ofOtherThan: storeID)
    var outcome = Outcome()
    try folders.deviceKeyFile.withLock { (folderLock) throws(KeychainError) in
      try destroyDeviceKeys(storeID, isResumed: true, folderLock, &outcome)
    }
    try finish(storeID, &outcome)
  }

  private func requireNoFiles(ofOtherThan storeID: RowIdentifier) throws(KeychainError) {
    var foreign: [String] = []
    for (name, other) in storeIDs() where other != nil && other != storeID { foreign.append(name) }
    guard !foreign.isEmpty else { return }
    throw KeychainError(
      .notAvailable,
      "the erasure of a keychain was interrupted, and \(foreign.joined(separator: ", ")) of another "
        + "one is there. To keep that one, remove latchkey.lock; nothing was changed.",
      because: .interrupted)
  }

  /// What the marker says of a store that none of its files names.
  private static let unknownID = RowIdentifier(high: 0, low: 0)

  // MARK: Steps

  private func finish(
    _ storeID: RowIdentifier, _ outcome: inout Outcome
  ) throws(KeychainError) {
    folders.destroyTemporaryFiles()
    try folders.key.synchronize()
    try onStep(.deviceKeyDestroyed)
    try destroy(StoreLocation.keybagName, in: folders.data, &outcome)
    onKeysDestroyed(storeID)
    try folders.data.synchronize()
    try onStep(.keybagDestroyed)
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
    try onStep(.litterRemoved)
    try folders.data.remove(StoreLocation.attemptsName)
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

  private func destroyDeviceKeys(
    _ storeID: RowIdentifier, isResumed: Bool, _ folderLock: borrowing FolderLock,
    _ outcome: inout Outcome
  ) throws(KeychainError) {
    if try owns(deviceKeyOf: storeID, isResumed: isResumed) {
      try destroy(StoreLocation.deviceKeyName, in: folders.key, &outcome)
    } else {
      outcome.isDeviceKeyForeign = try folders.hasDeviceKeyFile()
    }
    // Of a change of the key that was interrupted.
    let next = folders.nextDeviceKeyFile
    let destruction = try next.destroy(
      of: owner(of: next, storeID), isOwn: !folders.mayHoldKeysOfOthers, folderLock)
    if case .removed = destruction { outcome.mayKeysLiveOn = true }
  }

  /// Whether the file `device.key` is this store's.
  private func owns(
    deviceKeyOf storeID: RowIdentifier, isResumed: Bool
  ) throws(KeychainError) -> Bool {
    if let key = try? folders.deviceKeyFile.load() {
      return key.storeID == owner(of: folders.deviceKeyFile, storeID)
    }
    // What cannot be read may be another store's, unless nothing of another lies here, or the
    // interrupted erasure has begun to overwrite it.
    guard folders.mayHoldKeysOfOthers else { return true }
    return isResumed ? try folders.deviceKeyFile.isOverwritten() : false
  }

  /// The store whose key a file is taken for: where no other file says which store it is, and none of another lies
  /// here, that of the key.
  private func owner(of file: DeviceKeyFile, _ storeID: RowIdentifier) -> RowIdentifier {
    guard storeID == Self.unknownID, !folders.mayHoldKeysOfOthers else { return storeID }
    return (try? file.load())?.storeID ?? storeID
  }

  private func destroy(
    _ name: String, in folder: ProtectedDirectory, _ outcome: inout Outcome
  ) throws(KeychainError) {
    if case .removed = try folder.destroy(name) { outcome.mayKeysLiveOn = true }
  }

  // MARK: What there is

  /// The identifier of the store, from whatever file still says it. A device key says it only where
  /// it lies among the data: elsewhere it may be another store's.
  private func findStoreID() -> RowIdentifier? {
    for (_, storeID) in storeIDs() { if let storeID { return storeID } }
    return folders.mayHoldKeysOfOthers ? nil : (try? folders.deviceKeyFile.load())?.storeID
  }

  /// The store that each file of the data folder says it belongs to; nil where it cannot be read.
  private func storeIDs() -> [(name: String, storeID: RowIdentifier?)] {
    [
      (StoreLocation.keybagName, (try? folders.keybag.load())?.storeID),
      (StoreLocation.stateName, (try? StateFile(in: folders.data)?.read())?.storeID),
      (StoreLocation.databaseName, databaseStoreID()),
    ]
  }

  private func databaseStoreID() -> RowIdentifier? {
    guard let connection = openDatabase() else { return nil }
    return try? StoreSchema.storeID(of: connection)
  }

  /// A connection to the database that leaves its files as they are; nil when it cannot be opened.
  private func openDatabase() -> Connection? {
    guard let status = try? folders.data.status(of: StoreLocation.databaseName),
      status.isRegularFile, status.byteCount > 0,
      let connection = try? Connection(StoreLocation.databaseName, in: folders.data)
    else { return nil }
    connection.leaveFilesAlone()
    return connection
  }

  /// The items of all classes, without tombstones; nil when the database cannot be read.
  func itemCount() -> Int? {
    guard let connection = openDatabase() else { return nil }
    var count = 0
    for itemClass in ItemClass.stored {
      guard let number = try? connection.liveRowCount(of: itemClass) else { return nil }
      count += number
    }
    return count
  }
}
