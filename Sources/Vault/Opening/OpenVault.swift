import CPlatform
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore
import RowSealing
import Synchronization

/// A vault whose files are open and whose keys are in memory.
///
/// The object represents one state of the header. After the state in the header changes, calls fail with the cause
/// `storeReplaced`, and the owner opens the vault again.
final class OpenVault: Sendable {
  let base: OpenedFiles
  /// The keys that were open when the vault was opened.
  let keys: OpenKeys
  private let context: UnlockContext
  private let random: any RandomSource
  private let databaseID: RowIdentifier
  private let database: FileReference
  /// The number of lockings of the vault in this process before the search for its keys.
  private let lockings: UInt64
  /// The clock tick when the paths of the database and the header were last checked.
  private let checkedTick = Atomic<Int64>(-1)
  /// Whether this process wrote data that may be in the log.
  private let hasWritten = Atomic<Bool>(false)
  private let writers = WriterQueue()
  private let pool = SessionPool()

  init(
    _ base: OpenedFiles, _ databaseID: RowIdentifier, _ keys: OpenKeys, _ database: FileReference,
    lockings: UInt64, _ context: UnlockContext, _ random: any RandomSource
  ) {
    self.context = context
    self.random = random
    self.base = base
    self.keys = keys
    self.database = database
    self.databaseID = databaseID
    self.lockings = lockings
  }

  var files: VaultFiles { base.files }

  /// Takes ownership of a connection that was opened on these files.
  func add(_ connection: Connection, _ lock: FileLock) throws(KeychainError) { pool.put(try session(connection, lock)) }

  func close() { pool.drain() }

  /// Ends the use of the vault. If this process wrote, the log is moved into the database.
  func finish() {
    if hasWritten.load(ordering: .relaxed) { try? moveLog() }
    pool.drain()
  }

  /// Releases files that were replaced.
  func abandon() { pool.abandon() }

  // MARK: Calls

  /// Runs `body` with a session, outside a transaction. The result is valid under the state in force: if the state in
  /// the header changed during the call, the call begins again.
  @inline(__always)
  func read<Result>(until deadline: Deadline, _ body: (ItemSession) throws(KeychainError) -> Result)
    throws(KeychainError) -> Result
  {
    try checkUnlocking()
    try checkPaths(isReading: true)
    let session = try takeSession(deadline)
    do throws(KeychainError) {
      let result = try body(session)
      try checkState()
      pool.put(session)
      return result
    } catch { throw failure(error, session) }
  }

  /// Runs `body` in a transaction that may write. One such transaction at a time runs in a process.
  @inline(__always)
  func write<Result>(
    until deadline: Deadline, _ cancellation: Cancellation?, changesItems: Bool, _ isSynchronizable: (Result) -> Bool,
    _ body: (ItemSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try writers.enter(until: deadline, cancellation)
    defer { writers.leave() }
    let session = try takeSession(deadline)
    let connection = session.connection
    do throws(KeychainError) {
      let result = try withLock(.shared, session, deadline) { () throws(KeychainError) in
        let (result, row) = try connection.write { () throws(KeychainError) in
          let result = try body(session)
          return (result, try count(connection))
        }
        base.header.witness(row, changesItems: changesItems, isSynchronizable: isSynchronizable(result))
        return result
      }
      hasWritten.store(true, ordering: .relaxed)
      let isLogLong = connection.logPageCount >= Self.longLogPageCount
      pool.put(session)
      if isLogLong { try? moveLog() }
      return result
    } catch { throw failure(error, session) }
  }

  /// Runs `body` under the vault lock, if the files are writable and were not replaced after the opening.
  @inline(__always)
  private func withLock<Result>(
    _ mode: FileLock.Mode, _ session: ItemSession, _ deadline: Deadline, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try session.lock.lock(mode, timeout: deadline.remaining)
    defer { session.lock.unlock() }
    try checkUnlocking()
    // Other processes lock the header at its path, so the paths are checked after this lock was taken.
    try checkPaths(isReading: false)
    try checkState()
    try requireWritable(session.connection)
    return try body()
  }

  /// Ends a transaction: numbers the commit, and checks that the state has not changed since the opening.
  private func count(_ connection: Connection) throws(KeychainError) -> StoreRecord {
    guard let row = try connection.storeRecord(), row.databaseID == databaseID,
      row.keybagDigest == base.reference.digest
    else { throw VaultFiles.replaced }
    // If the vault was locked during the transaction, this check fails, and the transaction is rolled back.
    try checkState()
    return try base.header.count(row, on: connection, base.state.lockGeneration)
  }

  /// See `Vault.maintain`.
  func maintain<Result>(
    _ mode: FileLock.Mode, until deadline: Deadline, _ body: (Connection, VaultFiles) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try writers.enter(until: deadline)
    defer { writers.leave() }
    let session = try makeSession(deadline)
    session.connection.skipCheckpointOnClose()
    return try withLock(mode, session, deadline) { () throws(KeychainError) in try body(session.connection, files) }
  }

  /// Moves the log into the database while no process writes (see `Connection.checkpoint`). A later write tries again.
  ///
  /// - Throws: `.notAvailable` when the files are in use, or were replaced.
  private func moveLog() throws(KeychainError) {
    let deadline = Deadline.after(.seconds(1))
    let (writer, mover) = (try takeSession(deadline), try takeSession(deadline))
    try writer.lock.lock(.shared, timeout: deadline.remaining)
    defer { writer.lock.unlock() }
    try checkPaths(isReading: false)
    try writer.connection.write { () throws(KeychainError) in try mover.connection.checkpoint() }
    pool.put(writer)
    pool.put(mover)
  }

  /// The number of pages from which a log is long: 4 MB, which is also SQLite's limit.
  private static let longLogPageCount = 1000

  // MARK: Checks

  /// - Throws: `.notAvailable` with the cause `storeReplaced` when the state in the header changed after the opening.
  private func checkState() throws(KeychainError) {
    if try !base.header.holds(base.reading) { throw VaultFiles.replaced }
  }

  /// Checks that neither the lock settings nor this process has locked the vault since the keys were found.
  private func checkUnlocking() throws(KeychainError) {
    guard keys.validity?.holds(base.state, context.clock) ?? true,
      context.cache.lockings(of: base.keybag.vaultID) == lockings
    else { throw VaultFiles.replaced }
  }

  /// Checks that the database and the header are still at their paths. The folder may have been moved and replaced by
  /// another folder, while the open descriptors lead to the old files.
  ///
  /// - Parameter isReading: Whether the call writes nothing. The paths are then checked only once in each tick of the
  ///   system's coarse clock, 1 to 10 ms.
  private func checkPaths(isReading: Bool) throws(KeychainError) {
    let tick = lk_coarse_now()
    if isReading, tick == checkedTick.load(ordering: .relaxed) {
      guard try database.isUnchanged() else { throw VaultFiles.replaced }
      return
    }
    guard try isInPlace() else { throw VaultFiles.replaced }
    checkedTick.store(tick, ordering: .relaxed)
  }

  /// - Throws: `.readOnly` on a read-only file system; `.notAvailable` when the database is marked as damaged, and,
  ///   with the cause `storeReplaced`, when the database was read-only and may be writable now.
  private func requireWritable(_ connection: Connection) throws(KeychainError) {
    if base.state.isDamaged { throw Inconsistency.databaseDamaged.error }
    guard connection.isReadOnly else { return }
    if connection.isWronglyReadOnly { throw VaultFiles.replaced }
    throw KeychainError(
      .readOnly, "\(files.data.path(of: files.names.database)) is on a read-only file system. Nothing was changed.")
  }

  /// Whether the database and the header are still at their paths.
  func isInPlace() throws(KeychainError) -> Bool {
    guard try database.isAtItsPath() else { return false }
    return try base.header.isAtItsPath()
  }

  // MARK: Sessions

  private func takeSession(_ deadline: Deadline) throws(KeychainError) -> ItemSession {
    let session = if let idle = pool.take() { idle } else { try makeSession(deadline) }
    session.connection.wait(until: deadline)
    return session
  }

  /// The error to throw for a failed call: that the files were replaced, or the keys revoked, during the call, if so.
  private func failure(_ error: KeychainError, _ session: ItemSession) -> KeychainError {
    if error.cause == .storeReplaced {
      session.connection.skipCheckpointOnClose()
    } else if error.isAboutItems || (error.isAboutFiles && session.isSound) {
      pool.put(session)
    }
    do throws(KeychainError) {
      try checkState()
      if !error.isAboutItems { try checkPaths(isReading: false) }
      return error
    } catch { return error }
  }

  private func makeSession(_ deadline: Deadline) throws(KeychainError) -> ItemSession {
    // SQLite finds the log by its path at the first read. The lock keeps the files in place until then.
    let lock = try FileLock(files.names.header, in: files.data)
    try lock.lock(.shared, timeout: deadline.remaining)
    defer { lock.unlock() }
    let connection = try Connection(files.names.database, in: files.data)
    connection.wait(until: deadline)
    guard try connection.storeRecord()?.databaseID == databaseID else { throw VaultFiles.replaced }
    try checkPaths(isReading: false)
    return try session(connection, lock)
  }

  private func session(_ connection: Connection, _ lock: FileLock) throws(KeychainError) -> ItemSession {
    let sealer = try RowSealer(try keys.ring.makeCipherSuite(), random)
    sealer.passwordCost = context.cost
    return ItemSession(connection, sealer, base.keybag, lock)
  }
}

extension ItemSession {
  /// Whether the session can still read the database. A session that can read is kept after an error of the files,
  /// because on a full disk a new session may fail.
  fileprivate var isSound: Bool { (try? StoreSchema.vaultID(of: connection)) != nil }
}

extension KeychainError {
  /// Whether the error is about the files. An error with a cause, such as `storeReplaced`, is excluded.
  fileprivate var isAboutFiles: Bool {
    switch code {
    case .inputOutput, .notAvailable, .readOnly: cause == nil
    default: false
    }
  }

  /// Whether the error results from the rules about items. Any other error may come from the state of the session.
  var isAboutItems: Bool {
    switch code {
    case .itemNotFound, .duplicateItem, .parameter, .missingEntitlement, .interactionNotAllowed, .authenticationFailed:
      true
    default: false
    }
  }
}
