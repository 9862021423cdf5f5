import CPlatform
import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import RowSealing
import Synchronization

/// A store whose files are open and whose keys are in memory.
///
/// It stands for one state of the files: when the keybag changes or another database is put in
/// place, calls fail with the cause `storeReplaced`, and the owner opens the store anew.
final class OpenStore: Sendable {
  let folders: StoreFolders
  private let openedKeys: StoreKeys
  private let random: any RandomSource
  private let state: StateFile
  private let openedState: StoreState
  private let openedStateBytes: [UInt8]
  private let keybagStatus: FileStatus?
  private let database: FileReference
  private let changes: ChangesFile?
  private let locking: LockContext
  private let unlockLimits: UnlockLimits?
  /// How often stores had been locked in this process before its keys were looked for.
  let lockingNumber: UInt64
  /// False when the keybag may be in memory only: then it is brought to the disk before each write.
  private let isKeybagDurable: Bool

  /// When the path of the database was last found to lead to it.
  private let checkedTick = Atomic<Int64>(-1)
  private let writers = WriterQueue()
  private let pool = SessionPool()

  init(
    _ folders: StoreFolders, keys: StoreKeys, keybagStatus: FileStatus?, database: FileReference,
    state: StateFile, openedState: StoreState, changes: ChangesFile?, random: any RandomSource,
    locking: LockContext, lockingNumber: UInt64, isKeybagDurable: Bool
  ) {
    self.folders = folders
    openedKeys = keys
    self.locking = locking
    self.lockingNumber = lockingNumber
    self.isKeybagDurable = isKeybagDurable
    unlockLimits =
      keys.ring.hasPasscode ? keys.terms?.limits(openedState.lockSettings) : nil
    self.keybagStatus = keybagStatus
    self.database = database
    self.state = state
    self.openedState = openedState
    openedStateBytes = openedState.encoded
    self.changes = changes
    self.random = random
  }

  var ring: KeyRing { openedKeys.ring }

  /// Those of the opening; when the store was locked in this process since, what that left of them.
  var keys: StoreKeys {
    locking.held.present(openedKeys, since: lockingNumber)
  }

  /// By any object of this process, which may have failed to tell others; under a passcode that was set since, too.
  private var wasLocked: Bool {
    locking.held.wasLocked(ring.storeID, since: lockingNumber)
  }

  /// Takes over a session that was opened on these files.
  func add(_ session: KeychainSession) { pool.add(session) }

  /// The keys that can be had now. Not to be called while holding the store's lock.
  func findKeys(_ finder: KeyFinder) throws(KeychainError) -> StoreKeys {
    let (keybag, deviceKey) = try currentKeys()
    let state = try currentState()
    let keys = try finder.keys(folders, keybag, deviceKey, state)
    finder.takeBackWhatEnded(keys.ring, folders, state)
    return keys
  }

  /// The keybag as the file holds it now, and the device key that opens it.
  ///
  /// Without the store's lock the two may be read while another process changes the device key, one
  /// before and one after: then the owner opens the store anew, and waits for the end of that change.
  ///
  /// - Throws: `.notAvailable` with the cause `storeReplaced` when one is missing, they do not belong
  ///   together, or the keybag is older than the one that was opened: opening the store refuses it.
  func currentKeys() throws(KeychainError) -> (keybag: Keybag, deviceKey: DeviceKey) {
    guard let keybag = try folders.keybag.load(),
      let deviceKey = try folders.deviceKey.load(for: keybag.storeID),
      keybag.generation >= ring.generation, try keybag.isOpened(by: deviceKey)
    else { throw Self.replaced }
    return (keybag, deviceKey)
  }

  /// The state as the file says it now.
  ///
  /// - Throws: `.notAvailable` with the cause `storeReplaced` when it is damaged: opening the store
  ///   makes it anew.
  func currentState() throws(KeychainError) -> StoreState {
    guard let state = try state.read() else { throw Self.replaced }
    return state
  }

  /// Changes the state, durably. To be called while holding the store's lock exclusively.
  func changeState(_ change: (inout StoreState) -> Void) throws(KeychainError) {
    var state = try currentState()
    change(&state)
    try self.state.write(state)
  }

  /// Closes what is not in use.
  func close() { pool.drain() }

  /// Lets go of files that were replaced.
  func abandon() { pool.abandon() }

  // MARK: Calls

  /// Runs `body` with a session, outside a transaction.
  func read<Result>(
    until deadline: Deadline, _ body: (KeychainSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try checkFiles(isReading: true)
    return try withSession(until: deadline) { (session) throws(KeychainError) in
      try read(session, body)
    }
  }

  /// A row may be passed over because its key is new: then the keybag is another one.
  private func read<Result>(
    _ session: KeychainSession, _ body: (KeychainSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    session.sealer.metUnknownKey = false
    do throws(KeychainError) {
      let result = try body(session)
      if session.sealer.metUnknownKey { try checkKeybag() }
      return result
    } catch {
      if session.sealer.metUnknownKey { try checkKeybag() }
      throw error
    }
  }

  /// Runs `body` in a transaction that may write, one at a time in the process, and tells other
  /// processes of the commit.
  ///
  /// - Parameters:
  ///   - isSynchronizable: Whether the result concerns a synchronizable item.
  ///   - isTold: False for what leaves every item as it is.
  func write<Result>(
    until deadline: Deadline, isTold: Bool = true, isSynchronizable: (Result) -> Bool,
    _ body: (KeychainSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try writers.withTurn(until: deadline) { () throws(KeychainError) in
      try withSession(until: deadline) { (session) throws(KeychainError) in
        try session.lock.lock(.shared, timeout: deadline.remaining)
        defer { session.lock.unlock() }
        // Another lock file excludes nobody who came later.
        guard try session.lock.isStillNamed() else { throw Self.replaced }
        try checkFiles()
        try requireWritable(session.connection)
        // The commit is done whether or not somebody can be told of it.
        var number: UInt64?
        let result = try session.connection.write { () throws(KeychainError) in
          // Another keybag means other keys: nothing may be sealed with the old ones, nor with new ones that
          // a power failure takes away.
          try checkKeybag()
          if !isKeybagDurable { try folders.data.synchronize() }
          let result = try body(session)
          if isTold { number = try? changes?.takeNumber() }
          return result
        }
        if let number {
          try? changes?.write(
            ChangesFile.Record(
              number: number, process: getpid(), isSynchronizable: isSynchronizable(result)))
        }
        if session.connection.logPageCount >= Self.longLogPageCount { shortenLog(session) }
        return result
      }
    }
  }

  /// Runs `body` with a connection of its own, outside a transaction, as the only writer of this
  /// process, and while the store's lock is held.
  func maintain<Result>(
    _ mode: FileLock.Mode, until deadline: Deadline,
    _ body: (Connection) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try writers.withTurn(until: deadline) { () throws(KeychainError) in
      do throws(KeychainError) {
        let session = try makeSession(deadline)
        session.connection.leaveFilesAlone()
        try session.lock.lock(mode, timeout: deadline.remaining)
        defer { session.lock.unlock() }
        guard try session.lock.isStillNamed() else { throw Self.replaced }
        try checkFiles()
        return try body(session.connection)
      } catch {
        // What failed may have failed because the files were replaced meanwhile.
        if error.cause == nil { try checkFiles() }
        throw error
      }
    }
  }

  /// Runs `body` with the state, while nobody can lock the store, change its keybag or erase it. Keys are left
  /// to other processes here: a locking must take them away, and a rotation replace them, not the other way
  /// round.
  ///
  /// - Throws: `.notAvailable` with the cause `storeReplaced` when the keybag is another one by now.
  func withKeybagInPlace<Result>(
    _ keybag: Keybag, until deadline: Deadline,
    _ body: (StoreState) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try folders.withLock(.shared, timeout: deadline.remaining) { (_) throws(KeychainError) in
      guard try state.isAtItsPath(), try folders.keybag.load() == keybag else {
        throw Self.replaced
      }
      return try body(try currentState())
    }
  }

  /// Moves the log into the database while no process writes: see `Connection.checkpoint`. When
  /// that does not succeed, the next write tries again; this one is done.
  private func shortenLog(_ session: KeychainSession) {
    let deadline = Deadline.after(.seconds(1))
    session.connection.wait(until: deadline)
    try? withSession(until: deadline) { (other) throws(KeychainError) in
      try session.connection.write { () throws(KeychainError) in
        try other.connection.checkpoint()
      }
    }
  }

  /// The pages in a log that is long: what SQLite thinks, 4 MB.
  private static let longLogPageCount = 1000

  /// Compares the files with those of the opening: the state, and whether the database was deleted
  /// or replaced, or has another mode. One whose mode was changed is opened anew, so that the rights
  /// of files are checked like those of a store opened now.
  ///
  /// The path is followed as well: the folder may have been moved, and another put in its place,
  /// while the open descriptors lead to the old files as if nothing had happened.
  ///
  /// - Parameter isReading: Whether nothing will be written: then the path is followed once in a
  ///   tick of the system's coarse clock, 1 to 10 ms.
  /// - Throws: `.notAvailable` with the cause `storeReplaced` when they are others.
  private func checkFiles(isReading: Bool = false) throws(KeychainError) {
    if try !state.holds(openedStateBytes) {
      // Other bytes may still say the same.
      guard try state.read() == openedState else { throw Self.replaced }
    }
    guard !wasLocked else { throw Self.replaced }
    // Others may lock it, which the state says; time passes by itself.
    if let unlockLimits, !unlockLimits.areKept(locking.clock) { throw Self.replaced }
    guard try database.isUnchanged() else { throw Self.replaced }
    let tick = lk_coarse_now()
    if isReading, tick == checkedTick.load(ordering: .relaxed) { return }
    guard try database.isAtItsPath(), try state.isAtItsPath() else { throw Self.replaced }
    checkedTick.store(tick, ordering: .relaxed)
  }

  /// - Throws: `.readOnly` on a read-only file system; `.notAvailable` with the cause
  ///   `storeReplaced` when it was one, and may be written by now.
  private func requireWritable(_ connection: Connection) throws(KeychainError) {
    guard connection.isReadOnly else { return }
    if connection.isWronglyReadOnly { throw Self.replaced }
    throw KeychainError(
      .readOnly,
      "\(folders.data.path(of: StoreLocation.databaseName)) lies where it may be read and not "
        + "written: a read-only file system. Nothing was changed.")
  }

  private func checkKeybag() throws(KeychainError) {
    guard try folders.keybag.status() == keybagStatus else { throw Self.replaced }
  }

  private static var replaced: KeychainError {
    KeychainError(.notAvailable, "the store was replaced", cause: .storeReplaced)
  }

  private func withSession<Result>(
    until deadline: Deadline, _ body: (KeychainSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    do throws(KeychainError) {
      return try pool.withSession(making: { () throws(KeychainError) in try makeSession(deadline) })
      { (session) throws(KeychainError) in
        session.connection.wait(until: deadline)
        return try body(session)
      }
    } catch {
      // What failed may have failed because the files were replaced meanwhile.
      if !error.isAboutItems { try checkFiles() }
      throw error
    }
  }

  private func makeSession(_ deadline: Deadline) throws(KeychainError) -> KeychainSession {
    let connection = try Connection(StoreLocation.databaseName, in: folders.data)
    connection.wait(until: deadline)
    // SQLite opens by path, and another database may have been put there.
    guard try StoreSchema.storeID(of: connection) == ring.storeID else { throw Self.replaced }
    // A repair may have renamed the database before SQLite had found its log.
    try checkFiles()
    let sealer = try RowSealer(try ring.makeCipherSuite(), random)
    sealer.passwordCost = locking.cost
    let lock = try FileLock(StoreLocation.lockName, in: folders.data)
    return KeychainSession(connection, sealer, lock)
  }
}
