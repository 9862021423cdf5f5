import KeychainFiles
package import KeychainModel
package import KeychainStore
package import RowSealing

/// What a call works with: a connection to the database, and the ciphers of the keys that are open.
///
/// One thread at a time uses a session.
package final class ItemSession {
  package let connection: Connection
  package let sealer: RowSealer
  /// The vault lock of this session's own open file.
  let lock: FileLock

  init(_ connection: Connection, _ sealer: RowSealer, _ lock: FileLock) {
    self.connection = connection
    self.sealer = sealer
    self.lock = lock
  }

  /// Runs `body` with the proofs of a caller at hand.
  package func with<Result>(_ credential: AccessCredential?, _ body: () throws(KeychainError) -> Result)
    throws(KeychainError) -> Result
  {
    guard let credential else { return try body() }
    sealer.credential = credential
    defer { sealer.credential = nil }
    return try body()
  }
}

/// Sessions that are not in use, up to six: making one costs a hundred times what a call costs.
final class SessionPool: Sendable {
  private struct State: Sendable {
    var idle: [Idle] = []
    /// Whether the files are no longer those that the sessions are on.
    var isAbandoned = false
  }

  /// Sendable: a session in the pool has no other owner, and leaves it with its only one.
  private struct Idle: @unchecked Sendable { let session: ItemSession }

  private let state = ForkSafeMutex(State())

  private static let capacity = 6

  /// A session that is not in use, for the caller alone; nil when there is none.
  func take() -> ItemSession? { state.withLock { $0.idle.popLast()?.session } }

  /// Takes a session that nobody uses. It is closed when there are enough.
  func put(_ session: ItemSession) {
    // One whose transaction could not be ended would keep all other writers out.
    guard !session.connection.isInTransaction else { return }
    state.withLock { state in
      if state.isAbandoned {
        session.connection.skipCheckpointOnClose()
      } else if state.idle.count < Self.capacity {
        state.idle.append(Idle(session: session))
      }
    }
  }

  /// Closes the sessions that are not in use.
  func drain() { state.withLock { $0.idle.removeAll() } }

  /// Closes all sessions, those in use when they are put back, and touches no file any more.
  func abandon() {
    state.withLock { state in
      state.isAbandoned = true
      for waiting in state.idle { waiting.session.connection.skipCheckpointOnClose() }
      state.idle.removeAll()
    }
  }
}
