import Glibc
package import KeychainCrypto
package import KeychainFiles
import KeychainLog
package import KeychainModel
import KeychainStore

/// The header of a vault: the file `latchkey.lock`, with four blocks that are written in place.
///
/// | offset | record | written |
/// |---|---|---|
/// | 3584 and 4096 | the state, in two adjacent copies in different blocks, so that one system call reads both copies |
/// durably, over the older copy |
/// | 8192 | the record of wrong passcodes | durably |
/// | 12288 | 64 commits; commit *n* has place *n* mod 64 | unsynchronised |
///
/// A write needs no free space if the file system writes in place. So the header can be written on a full disk. The
/// header does not depend on the database.
package final class HeaderFile: Sendable {
  static let blockCount = 4
  static let byteCount = blockCount * BlockFile.blockByteCount
  private static let stateOffset = BlockFile.blockByteCount - HeaderState.byteCount
  private static let attemptsOffset = 2 * BlockFile.blockByteCount
  private static let commitsOffset = 3 * BlockFile.blockByteCount
  package static let commitCount = BlockFile.blockByteCount / CommitRecord.byteCount

  /// The byte whose record lock serializes changes of the state. Byte 0 announces the exclusive lock of the file
  /// (`FileLock`).
  private static let stateLockByte = 1
  private static let attemptLockByte = attemptsOffset

  private let file: BlockFile

  /// Opens the header; nil when there is no file.
  ///
  /// - Throws: `.notAvailable` when the file is not a regular file that only this user can access.
  package init?(_ name: String, in directory: ProtectedDirectory) throws(KeychainError) {
    guard let file = try BlockFile(name, in: directory) else { return nil }
    self.file = file
  }

  package var path: String { file.path }

  /// The size of the file: the size of a header, or 0 before the header was made.
  package func byteCount() throws(KeychainError) -> Int { try file.byteCount() }

  /// Whether the path still leads to this file.
  package func isAtItsPath() throws(KeychainError) -> Bool { try file.isStillNamed() }

  /// Synchronizes all written bytes to the disk.
  func synchronize() throws(KeychainError) { try file.synchronize() }

  /// Fills the header of a folder without a vault. The caller must hold the vault lock exclusively.
  package func create(_ state: HeaderState) throws(KeychainError) {
    try file.allocate(blockCount: Self.blockCount)
    try write(state, replacing: nil)
  }

  /// Makes a state without a vault if no record of the state is intact. The caller must hold the exclusive lock.
  func makeState(_ settings: LockSettings, _ random: any RandomSource) throws(KeychainError) {
    guard try read() == nil else { return }
    var state = HeaderState(lockID: try random.makeIdentifier())
    state.settings = settings
    try create(state)
  }

  // MARK: The state

  /// The state in force, and the bytes that it was read from.
  package struct Reading: Sendable {
    package let state: HeaderState
    /// The bytes of both copies. If the bytes differ later, the state was written in between.
    package let bytes: [UInt8]
  }

  /// Reads the state; nil when neither copy is intact.
  ///
  /// - Throws: `.notAvailable` for a state of a later version.
  package func read() throws(KeychainError) -> Reading? {
    if let found = try readOnce() { return found }
    // Another process may have written both copies meanwhile. If the lock times out, the copies are used as they are.
    do throws(KeychainError) {
      return try file.withLock(ofByte: Self.stateLockByte, until: .after(Self.timeout)) { () throws(KeychainError) in
        try readOnce()
      }
    } catch { return try readOnce() }
  }

  /// The state in force.
  ///
  /// - Throws: `.notAvailable` when neither copy is intact.
  package func state() throws(KeychainError) -> HeaderState {
    guard let reading = try read() else { throw noState }
    return reading.state
  }

  private var noState: KeychainError {
    KeychainError(.notAvailable, "\(path) has no whole record of the keychain's state")
  }

  /// Whether both copies still have the bytes of a reading. The check takes one system call and no lock.
  package func holds(_ reading: Reading) throws(KeychainError) -> Bool {
    try withUnsafeTemporaryAllocation(byteCount: 2 * HeaderState.byteCount, alignment: 8) {
      (buffer) throws(KeychainError) in
      guard try file.read(at: Self.stateOffset, into: buffer) == buffer.count, let present = buffer.baseAddress,
        reading.bytes.count == buffer.count
      else { return false }
      return memcmp(reading.bytes, present, buffer.count) == 0
    }
  }

  /// Changes the state, and synchronizes the state to the disk. `body` gets the state in force, which may be newer than
  /// an earlier reading.
  ///
  /// The new state overwrites the copy that is not in force, so a torn write leaves the copy in force intact. A failed
  /// write is repeated in the same place.
  ///
  /// - Parameter deadline: The time until which to wait for another process that writes the state.
  /// - Returns: The new state.
  /// - Throws: `.readOnly`; `.notAvailable` when there is no intact state, another process keeps the lock, or the file
  ///   cannot be written; `.inputOutput`; the errors of `body`, which leave the state unchanged.
  @discardableResult
  package func change(
    until deadline: Deadline, _ body: (inout HeaderState) throws(KeychainError) -> Void
  ) throws(KeychainError) -> HeaderState {
    try file.withLock(ofByte: Self.stateLockByte, until: deadline) { () throws(KeychainError) in
      guard let before = try readOnce() else { throw noState }
      var state = before.state
      try body(&state)
      guard state != before.state else { return state }
      // After a failed synchronization the copy in force may be in memory only. This copy is synchronized to the disk
      // before the other copy is overwritten.
      try write(before.state, replacing: before.state)
      state.number = before.state.number + 1
      try write(state, replacing: before.state)
      return state
    }
  }

  private static let timeout = Duration.seconds(2)

  private func write(_ state: HeaderState, replacing before: HeaderState?) throws(KeychainError) {
    let bytes = try state.encoded()
    let copy = Int(state.number % 2)
    do throws(KeychainError) { try put(bytes, copy) } catch {
      guard before != nil, error.code != .readOnly else { throw error }
      try put(bytes, copy)
    }
  }

  private func put(_ bytes: [UInt8], _ copy: Int) throws(KeychainError) {
    try file.write(bytes, at: Self.stateOffset + copy * HeaderState.byteCount)
    try file.synchronize()
  }

  private func readOnce() throws(KeychainError) -> Reading? {
    var bytes = [UInt8](repeating: 0, count: 2 * HeaderState.byteCount)
    let count = try bytes.withMutableBytes { buffer throws(KeychainError) in
      try file.read(at: Self.stateOffset, into: buffer)
    }
    guard count == bytes.count else { return nil }
    let states = try bytes.withBytes { buffer throws(KeychainError) in
      (
        try HeaderState(decoding: UnsafeRawBufferPointer(rebasing: buffer[..<HeaderState.byteCount])),
        try HeaderState(decoding: UnsafeRawBufferPointer(rebasing: buffer[HeaderState.byteCount...]))
      )
    }
    let state: HeaderState
    switch states {
    case (nil, nil): return nil
    case (let first?, nil): state = first
    case (nil, let second?): state = second
    case (let first?, let second?):
      // Two copies with the same number are invalid, because each state has its own number.
      guard first.number != second.number else { return nil }
      state = first.number > second.number ? first : second
    }
    return Reading(state: state, bytes: bytes)
  }

  // MARK: Wrong passcodes

  /// Runs `body`, which tries a passcode, while no other process tries a passcode. The attempt is recorded as a failure
  /// before `body` runs, so a process that is killed during the attempt leaves a failure. On a read-only file system
  /// nothing is recorded.
  ///
  /// - Parameter passcode: The passcode. An attempt that does not count neither waits nor changes the record of wrong
  ///   passcodes. Nil for an attempt that counts.
  /// - Throws: `.authenticationFailed` with the cause `passcodeMustWait` when it is too early for another attempt;
  ///   `.notAvailable` when other processes keep trying until the deadline; the errors of `body`. If `body` throws an
  ///   error other than `.authenticationFailed`, the attempt is not counted as a failure.
  package func trying<Result>(
    _ passcode: Passcode? = nil, at clock: @autoclosure () -> BootTimestamp, until deadline: Deadline,
    _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    if let passcode, !passcode.countsAsAttempt { return try body() }
    return try file.withLock(ofByte: Self.attemptLockByte, until: deadline) { () throws(KeychainError) in
      // The clock is read under the lock, because another process may have tried a passcode during the wait.
      let now = clock()
      if let restarted = try attempts().restarted(at: now) { try record(restarted) }
      let before = try requireAttempt(at: now)
      try record(before.adding(at: now))
      do throws(KeychainError) {
        let result = try body()
        try record(.none)
        return result
      } catch {
        if error.code != .authenticationFailed { try record(before) }
        throw error
      }
    }
  }

  /// Returns the record of wrong passcodes, if a passcode may be tried now.
  ///
  /// - Throws: `.authenticationFailed` with the cause `passcodeMustWait` when it is too early.
  @discardableResult
  func requireAttempt(at now: BootTimestamp) throws(KeychainError) -> AttemptRecord {
    let attempts = try attempts()
    let delay = attempts.delay(at: now)
    guard delay > 0 else { return attempts }
    throw KeychainError(
      .authenticationFailed, "too many wrong passcodes: another can be tried in \(counted(Int(delay), "second"))",
      cause: .passcodeMustWait)
  }

  /// The record of wrong passcodes; empty if damaged, because a program that can damage the record can also erase it.
  package func attempts() throws(KeychainError) -> AttemptRecord {
    var bytes = [UInt8](repeating: 0, count: AttemptRecord.byteCount)
    return try bytes.withMutableBytes { buffer throws(KeychainError) in
      guard try file.read(at: Self.attemptsOffset, into: buffer) == buffer.count,
        let record = try AttemptRecord(decoding: UnsafeRawBufferPointer(buffer))
      else { return .none }
      return record
    }
  }

  private func record(_ attempts: AttemptRecord) throws(KeychainError) {
    do throws(KeychainError) {
      try file.write(try attempts.encoded(), at: Self.attemptsOffset)
      try file.synchronize()
    } catch { guard error.code == .readOnly else { throw error } }
  }

  /// Resets the record of wrong passcodes, because no passcode is set any more.
  func forgetAttempts() throws(KeychainError) { try record(.none) }

  // MARK: Commits

  /// Writes the number of a commit to the row of the table `store`, at the end of the transaction.
  ///
  /// - Parameter lockGeneration: The lock generation of the state in force.
  /// - Returns: The row as it was written.
  func count(_ row: StoreRecord, on connection: Connection, _ lockGeneration: UInt64) throws(KeychainError)
    -> StoreRecord
  {
    var row = row
    row.commits += 1
    row.rows = row.rows + connection.rowChanges
    if row.lockGeneration < lockGeneration {
      // The database must not record a locking that the header loses in a power failure.
      try synchronize()
      row.lockGeneration = lockGeneration
    }
    try connection.setStoreRecord(row)
    return row
  }

  /// Records a numbered commit in the header. The commit is done even if the record cannot be written.
  func witness(_ row: StoreRecord, changesItems: Bool, isSynchronizable: Bool) {
    do throws(KeychainError) {
      try record(
        CommitRecord(
          number: row.commits, database: row.databaseID, process: CommitOrigin.process,
          isSynchronizable: isSynchronizable, changesItems: changesItems, rows: row.rows))
    } catch { Log.error("a commit could not be recorded in the header", error) }
  }

  /// Records a finished commit. The write is not followed by fsync(2). A record of a later commit of the same database
  /// is not replaced, because processes may write their records in another order than their commits.
  package func record(_ commit: CommitRecord) throws(KeychainError) {
    let offset = Self.commitsOffset + Int(commit.number % UInt64(Self.commitCount)) * CommitRecord.byteCount
    try withUnsafeTemporaryAllocation(byteCount: CommitRecord.byteCount, alignment: 8) {
      (buffer) throws(KeychainError) in
      if try file.read(at: offset, into: buffer) == buffer.count,
        let present = CommitRecord(decoding: UnsafeRawBufferPointer(buffer)), present.database == commit.database,
        present.number > commit.number
      {
        return
      }
      commit.encode(into: buffer)
      try file.write(UnsafeRawBufferPointer(buffer), at: offset)
    }
  }

  /// The recorded commits in ascending order of their numbers: at most the latest 64 of each database.
  package func commits() throws(KeychainError) -> [CommitRecord] {
    var bytes = [UInt8](repeating: 0, count: BlockFile.blockByteCount)
    return try bytes.withMutableBytes { buffer throws(KeychainError) in
      let count = try file.read(at: Self.commitsOffset, into: buffer)
      var records: [CommitRecord] = []
      for end in stride(from: CommitRecord.byteCount, through: count, by: CommitRecord.byteCount) {
        let record = UnsafeRawBufferPointer(rebasing: buffer[(end - CommitRecord.byteCount)..<end])
        if let record = CommitRecord(decoding: record) { records.append(record) }
      }
      return records.sorted { $0.number < $1.number }
    }
  }

  /// The latest commit that the header records for a database; nil when the header records no commit of the database.
  package func witness(of database: RowIdentifier) throws(KeychainError) -> CommitRecord? {
    try commits().last { $0.database == database.high }
  }
}
