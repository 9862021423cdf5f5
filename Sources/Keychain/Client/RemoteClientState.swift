import CPlatform
import KeychainModel

/// What a client of a service in another process remembers between its calls. All copies of a client share the state.
final class RemoteClientState: Sendable {
  private struct State: Sendable {
    var person: Handle?
    var commit: ChangeCursor?
    var learned: Int64 = 0
  }

  private let state = ForkSafeMutex(State())

  /// The time for which a commit is recent. The service keeps the outcomes of calls for ten minutes, so the outcome of a
  /// call that names a recent commit is known.
  private static let recent: Int64 = 10_000_000_000

  /// The handle of the proof with which the calls act for the person; nil when the calls have the rights of the program.
  var person: Handle? {
    get { state.withLock { $0.person } }
    set { state.withLock { $0.person = newValue } }
  }

  /// A recent commit of the service; nil when the client must ask for the present one.
  var recentCommit: ChangeCursor? {
    state.withLock { state in lk_monotonic_now() - state.learned < Self.recent ? state.commit : nil }
  }

  /// Remembers a commit; nil to ask the service before the next change.
  func learn(_ commit: ChangeCursor?) {
    state.withLock { state in
      state.commit = commit
      state.learned = lk_monotonic_now()
    }
  }
}
