import KeychainCrypto
import KeychainFiles
import KeychainLog
import KeychainModel
import KeychainStore
import RowSealing

/// Opens a store, and makes it when there is none.
struct StoreOpening {
  let location: StoreLocation
  let random: any RandomSource
  let deadline: Deadline
  let finder: KeyFinder
  /// How often stores had been locked in this process before the finder's earlier keys were looked at.
  let lockingNumber: UInt64

  /// Opens the store.
  ///
  /// - Throws: `.notAvailable` when files are missing, damaged beyond repair, of different stores,
  ///   of a newer version, or open to others; with the cause `databaseDamaged` when the database
  ///   is no database any more.
  func open() throws(KeychainError) -> OpenStore {
    let store = try openLocked()
    // Those of a store that is no more, or elsewhere now.
    if let earlier = finder.earlier?.ring.storeID, earlier != store.ring.storeID {
      finder.context.held.forget(earlier)
    }
    if let state = try? store.currentState() {
      finder.takeBackWhatEnded(store.ring, store.folders, state)
    }
    return store
  }

  private func openLocked() throws(KeychainError) -> OpenStore {
    let folders = try StoreFolders(location)
    let lock = try FileLock(StoreLocation.lockName, in: folders.data)
    try lock.lock(.shared, timeout: deadline.remaining)
    defer { lock.unlock() }
    guard try lock.isStillNamed() else {
      // Another lock file excludes nobody.
      throw KeychainError(.notAvailable, "the store was replaced", cause: .storeReplaced)
    }
    if let files = try wholeFiles(folders, lock) { return try open(folders, files, lock) }
    for _ in 0..<Self.attemptCount {
      lock.unlock()
      try prepare(folders, lock)
      try lock.lock(.shared, timeout: deadline.remaining)
      // Another process may have erased the store between the two locks.
      if try isWhole(folders, lock) { break }
    }
    guard let files = try StoreFiles(folders) else {
      throw StoreCreation.missing(try folders.presence())
    }
    return try open(folders, files, lock)
  }

  /// How often a store is made anew that is erased by others meanwhile.
  private static let attemptCount = 5

  /// Whether all files are there, and no work on them was interrupted.
  private func isWhole(_ folders: StoreFolders, _ lock: FileLock) throws(KeychainError) -> Bool {
    guard try folders.presence() == .all else { return false }
    return try !StoreMarker.isPresent(in: lock)
  }

  /// The small files; nil when something must be made, repaired or brought up to date before the
  /// store opens.
  private func wholeFiles(
    _ folders: StoreFolders, _ lock: FileLock
  ) throws(KeychainError) -> StoreFiles? {
    guard try isWhole(folders, lock), let files = try StoreFiles(folders),
      !files.hasDamagedCopy, !files.state.lostRows, try !folders.hasTemporaryFiles()
    else { return nil }
    return files
  }

  /// Makes the store, or repairs its small files, alone.
  private func prepare(_ folders: StoreFolders, _ lock: FileLock) throws(KeychainError) {
    try lock.lock(.exclusive, timeout: deadline.remaining)
    defer { lock.unlock() }
    // Some hold keys. Where they cannot be removed they do no harm.
    folders.destroyTemporaryFiles()
    switch try StoreMarker(in: lock) {
    case .repairing(let name):
      Log.notice("a repair was interrupted; it is finished now")
      try StoreRepair(folders: folders, lock: lock, until: deadline, finder: finder).resume(name)
    case .creating(let storeID):
      Log.notice("the making of the keychain was interrupted; it is finished now")
      try StoreCreation(folders: folders, lock: lock, random: random).createAnew(storeID)
    case .erasing(let storeID):
      Log.notice("an erasure was interrupted; it is finished now")
      var erasure = StoreErasure(folders: folders, lock: lock)
      erasure.onKeysDestroyed = finder.context.withdraw
      try erasure.resume(storeID)
      try StoreCreation(folders: folders, lock: lock, random: random).createIfAbsent()
    case .rekeying(let storeID):
      Log.notice("a change of the device key was interrupted; it is finished now")
      try DeviceKeyChange.resume(storeID, folders, lock)
    case nil:
      try StoreCreation(folders: folders, lock: lock, random: random).createIfAbsent()
      if try StoreMarker.isPresent(in: lock) { try StoreMarker.erase(from: lock) }
    }
    // One whole copy is enough where nothing can be written.
    if !folders.data.isOnReadOnlyFileSystem, try folders.keybag.repair() {
      Log.notice("a damaged copy in keybag was written anew")
    }
    if !folders.key.isOnReadOnlyFileSystem, try folders.deviceKey.repair() {
      Log.notice("a damaged copy in device.key was written anew")
    }
    try StateRepair(folders: folders).runIfNeeded()
    try tellOfLostRows(folders)
  }

  /// After a repair that lost rows the first call says so, once (D21).
  private func tellOfLostRows(_ folders: StoreFolders) throws(KeychainError) {
    guard let file = try StateFile(in: folders.data), var state = try file.read(),
      state.lostRows
    else { return }
    state.lostRows = false
    try file.write(state)
    throw KeychainError(
      .notAvailable,
      "the database was damaged and repaired; items were lost. The damaged file was kept.",
      cause: .itemsLost)
  }

  /// - Parameter lock: Goes over to the store.
  private func open(
    _ folders: StoreFolders, _ files: StoreFiles, _ lock: FileLock
  ) throws(KeychainError) -> OpenStore {
    guard files.state.storeID == files.keybag.storeID else {
      throw KeychainError(
        .notAvailable, "state and keybag belong to different stores",
        because: .filesOfDifferentKeychains)
    }
    let held = finder.context.held
    // Others of this process may have locked it while the lock was waited for.
    let openingNumber = held.lockingNumber
    var finder = finder
    finder.earlier = finder.earlier.map { held.present($0, since: lockingNumber) }
    let keys = try finder.keys(folders, files.keybag, files.deviceKey, files.state)
    let (database, connection, sealer, isDurable) = try checkDatabase(folders, keys.ring)
    // Keys may be left of the time when a passcode was set: who removed it, or erased the store, may have died
    // before taking them away, and they would open the store again under a later one, or a copy of it. The lock
    // keeps anybody from setting that meanwhile.
    if !files.keybag.hasPasscode { finder.context.withdraw(files.keybag.storeID) }
    let store = OpenStore(
      folders, keys: keys, keybagStatus: files.keybagStatus, database: database,
      state: files.stateFile, openedState: files.state,
      changes: try? ChangesFile(in: folders.data), random: random, locking: finder.context,
      lockingNumber: openingNumber, isKeybagDurable: isDurable)
    Log.debug("the keychain was opened")
    // What was opened to check the database serves the first call.
    store.add(KeychainSession(connection, sealer, lock))
    return store
  }

  private func checkDatabase(
    _ folders: StoreFolders, _ ring: KeyRing
  ) throws(KeychainError) -> (FileReference, Connection, RowSealer, isKeybagDurable: Bool) {
    guard let file = try FileReference(StoreLocation.databaseName, in: folders.data) else {
      throw StoreCreation.missing(try folders.presence())
    }
    let status = file.status
    try status.requirePrivateRegularFile(folders.data.path(of: StoreLocation.databaseName))
    try status.requireRightsOfOwner(folders.data.path(of: StoreLocation.databaseName))
    guard status.byteCount > 0 else {
      // SQLite would take it for a new database, and delete its log.
      throw KeychainError(.notAvailable, "keychain.db is empty", cause: .databaseDamaged)
    }
    try requireFilesOfLog(folders)
    let connection = try Connection(StoreLocation.databaseName, in: folders.data)
    connection.wait(until: deadline)
    try StoreSchema.check(connection)
    let sealer = try RowSealer(try ring.makeCipherSuite(), random)
    sealer.passwordCost = finder.context.cost
    guard try StoreSchema.storeID(of: connection) == ring.storeID else {
      throw try ForeignDatabase(connection: connection, sealer: sealer).refusal()
    }
    let age = KeybagAge(connection: connection, generation: ring.generation)
    let isDurable = try age.checkAndCatchUp(folders.data, then: deadline)
    return (file, connection, sealer, isDurable)
  }

  /// SQLite reads a database on a read-only file system when the log and its index are there, and
  /// says of others only that they cannot be opened.
  private func requireFilesOfLog(_ folders: StoreFolders) throws(KeychainError) {
    guard folders.data.isOnReadOnlyFileSystem else { return }
    for suffix in ["-wal", "-shm"] {
      let name = StoreLocation.databaseName + suffix
      guard try folders.data.status(of: name) == nil else { continue }
      throw KeychainError(
        .readOnly,
        "\(folders.data.path(of: name)) is missing, and cannot be made on a read-only file system. "
          + "Use the keychain once where it may be written; nothing was changed.")
    }
  }
}
