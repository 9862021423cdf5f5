package import KeychainCrypto
import KeychainFiles
import KeychainModel
package import KeychainStore
package import RowSealing

/// The objects that a call uses: a connection to the database, and the ciphers of the open keys.
///
/// One thread at a time uses a session.
package final class ItemSession {
  package let connection: Connection
  package let sealer: RowSealer
  /// The keybag whose keys are open.
  package let keybag: Keybag
  /// The vault lock on this session's own open file.
  let lock: FileLock
  /// The grade of the program that uses the session (docs/service.md). The program finds only the rows whose policy is at
  /// most this grade. The largest number stands for work that no program asked for, and finds all rows.
  package var grade = ItemSession.everyGrade
  /// The policy of the rows that the program stores. Unused for work that no program asked for.
  package var policy: Int64 = 0
  package static let everyGrade = Int64.max

  init(_ connection: Connection, _ sealer: RowSealer, _ keybag: Keybag, _ lock: FileLock) {
    self.connection = connection
    self.sealer = sealer
    self.keybag = keybag
    self.lock = lock
  }
}

/// A pool of at most six idle sessions. Making a session takes a hundred times as long as a call.
final class SessionPool: Sendable {
  private struct State: Sendable {
    var idle: [Idle] = []
    /// Whether the files of the sessions were replaced.
    var isAbandoned = false
  }

  /// `@unchecked Sendable` is safe: the pool is the only owner of an idle session, and passes it to one new owner.
  private struct Idle: @unchecked Sendable { let session: ItemSession }

  private let state = ForkSafeMutex(State())

  private static let capacity = 6

  /// Takes an idle session for the caller alone; nil when no session is idle.
  func take() -> ItemSession? { state.withLock { $0.idle.popLast()?.session } }

  /// Takes back a session that no caller uses. The session is closed if the pool is full.
  func put(_ session: ItemSession) {
    // A session whose transaction could not be ended would block all other writers.
    guard !session.connection.isInTransaction else { return }
    state.withLock { state in
      if state.isAbandoned {
        session.connection.skipCheckpointOnClose()
      } else if state.idle.count < Self.capacity {
        state.idle.append(Idle(session: session))
      }
    }
  }

  /// Closes the idle sessions.
  func drain() { state.withLock { $0.idle.removeAll() } }

  /// Closes idle sessions now, and other sessions when they are put back. The log is not moved into the database.
  func abandon() {
    state.withLock { state in
      state.isAbandoned = true
      for waiting in state.idle { waiting.session.connection.skipCheckpointOnClose() }
      state.idle.removeAll()
    }
  }
}
