import KeychainModel
import KeychainStore

/// Sessions that are not in use, up to six: making one costs a hundred times what a call costs.
final class SessionPool: Sendable {
  private struct State: Sendable {
    var idle: [Idle] = []
    /// Whether the files are no longer those that the sessions are on.
    var isAbandoned = false
  }

  private let state = Guarded(State())

  private static let capacity = 6

  /// Lends an idle session, or a new one.
  func withSession<Result>(
    making make: () throws(KeychainError) -> ItemSession,
    _ body: (ItemSession) throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    let session: ItemSession
    if let waiting = state.withLock({ $0.idle.popLast() }) {
      session = waiting.session
    } else {
      session = try make()
    }
    do throws(KeychainError) {
      let result = try body(session)
      giveBack(session)
      return result
    } catch {
      if error.cause == .storeReplaced { session.connection.leaveFilesAlone() }
      if error.isAboutItems || (error.isAboutFiles && session.isSound) { giveBack(session) }
      throw error
    }
  }

  /// Adds a session that nobody else has to those that are not in use.
  func add(_ session: ItemSession) { giveBack(session) }

  private func giveBack(_ session: ItemSession) {
    // One whose transaction could not be ended would keep all other writers out.
    guard !session.connection.isInTransaction else { return }
    state.withLock { state in
      if state.isAbandoned {
        session.connection.leaveFilesAlone()
      } else if state.idle.count < Self.capacity {
        state.idle.append(Idle(session: session))
      }
    }
  }

  /// Closes the sessions that are not in use.
  func drain() { state.withLock { $0.idle.removeAll() } }

  /// Closes all sessions, those in use when they are given back, and touches no file any more.
  func abandon() {
    state.withLock { state in
      state.isAbandoned = true
      for waiting in state.idle { waiting.session.connection.leaveFilesAlone() }
      state.idle.removeAll()
    }
  }

  /// Sendable: a session in the pool has no other owner, and leaves it with its only one.
  private struct Idle: @unchecked Sendable {
    let session: ItemSession
  }
}

extension ItemSession {
  /// Whether the database can still be read. Where a disk is full, a session that can is worth more
  /// than one that would have to be made.
  fileprivate var isSound: Bool { (try? StoreSchema.storeID(of: connection)) != nil }
}

extension KeychainError {
  /// Whether the error is about the files, which are still those that were opened.
  fileprivate var isAboutFiles: Bool {
    switch code {
    case .inputOutput, .notAvailable, .readOnly: cause == nil
    default: false
    }
  }

  /// Whether the error is an answer of the rules. After others a session may be let go: its state
  /// may be what the error was about.
  var isAboutItems: Bool {
    switch code {
    case .itemNotFound, .duplicateItem, .parameter, .missingEntitlement, .interactionNotAllowed,
      .authenticationFailed:
      true
    default: false
    }
  }
}
