import Glibc
import KeychainCrypto
import KeychainFiles
import KeychainModel
import KeychainStore

/// A store whose files are open and whose keys are in memory.
///
/// It stands for one state of the files: when the keybag changes or another database is put in
/// place, calls fail with the cause `storeReplaced`, and the owner opens the store anew.
final class OpenStore: Sendable {
  let folders: StoreFolders
  let ring: KeyRing
  private let random: any RandomSource
  private let state: StateFile
  private let openedState: StoreState
  private let keybagStatus: FileStatus?
  private let changes: ChangesFile?
  private let writers = WriterQueue()
  private let pool = SessionPool()

  init(
    _ folders: StoreFolders, ring: KeyRing, keybagStatus: FileStatus?, state: StateFile,
    openedState: StoreState, changes: ChangesFile?, random: any RandomSource
  ) {
    self.folders = folders
    self.ring = ring
    self.keybagStatus = keybagStatus
    self.state = state
    self.openedState = openedState
    self.changes = changes
    self.random = random
  }

  /// Closes what is not in use.
  func close() { pool.drain() }

  // MARK: Calls

  /// Runs `body` with a session, outside a transaction.
  func read<Result>(
    _ body: (KeychainSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try checkState()
    do throws(KeychainError) {
      return try pool.withSession(making: makeSession, body)
    } catch {
      // The files may have been replaced between the check and the call.
      if error.code == .notAvailable { try checkState() }
      throw error
    }
  }

  /// Runs `body` in a transaction that may write, one at a time in the process, and tells other
  /// processes of the commit.
  ///
  /// - Parameter isSynchronizable: Whether the result concerns a synchronizable item.
  func write<Result>(
    isSynchronizable: (Result) -> Bool,
    _ body: (KeychainSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try writers.withTurn { () throws(KeychainError) in
      try pool.withSession(making: makeSession) { (session) throws(KeychainError) in
        try session.lock.lock(.shared, timeout: Self.lockTimeout)
        defer { session.lock.unlock() }
        try checkState()
        // The commit is done whether or not somebody can be told of it.
        var number: UInt64?
        let result = try session.connection.write { () throws(KeychainError) in
          // Another keybag means other keys: nothing may be sealed with the old ones.
          guard try folders.keybag.status() == keybagStatus else { throw Self.replaced }
          let result = try body(session)
          number = try? changes?.takeNumber()
          return result
        }
        if let number {
          try? changes?.write(
            ChangesFile.Record(
              number: number, process: getpid(), isSynchronizable: isSynchronizable(result)))
        }
        return result
      }
    }
  }

  static let lockTimeout = Duration.seconds(30)

  /// - Throws: `.notAvailable` with the cause `storeReplaced` when the state is not that of the
  ///   opening.
  private func checkState() throws(KeychainError) {
    guard try state.read() == openedState else { throw Self.replaced }
  }

  private static var replaced: KeychainError {
    KeychainError(.notAvailable, "the store was replaced", cause: .storeReplaced)
  }

  private func makeSession() throws(KeychainError) -> KeychainSession {
    let connection = try Connection(path: folders.databasePath)
    let sealer = try RowSealer(try ring.makeCipherSuite(), random)
    let lock = try FileLock(StoreLocation.lockName, in: folders.data)
    return KeychainSession(connection, sealer, lock)
  }
}
