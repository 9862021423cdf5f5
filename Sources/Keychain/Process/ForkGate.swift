import CPlatform
import KeychainModel
import Vault

/// Delays a fork until the calls in progress have ended, and closes all connections before the fork.
///
/// Connections are closed because SQLite keeps its record of file locks per process. A forked child with inherited
/// connections would treat the parent's locks as its own when the child opens the database, and writes could be lost.
///
/// A whole call runs inside the gate, including its steps before and after the store is used, because the Swift runtime
/// has locks, too. For example, the runtime takes a lock when a type is used for the first time. A child that inherits
/// such a lock in its locked state would wait forever. The gate does not protect code outside of calls.
package enum ForkGate {
  /// Begins a call of any kind. `leave` ends the call.
  package static func enter() { lk_fork_enter() }

  /// Ends a call.
  package static func leave() { lk_fork_leave() }

  /// Runs a call of any kind.
  package static func enter<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lk_fork_enter()
    defer { lk_fork_leave() }
    return try body()
  }

  /// Runs a call that uses the store.
  ///
  /// - Throws: `.notAvailable` in a child that was forked during a call.
  static func enterUnlessForked<Result>(
    _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    lk_fork_enter()
    defer { lk_fork_leave() }
    guard lk_fork_was_unsafe() == 0 else {
      throw KeychainError(
        .notAvailable, "the process was forked in the middle of a call; the child must exec first",
        because: .forked)
    }
    return try body()
  }

  /// Closes the connections of a vault before every fork, as long as the vault exists.
  static func add(_ vault: Vault) {
    lk_fork_close_with { ForkGate.closeConnections() }
    // The list of vaults is changed inside the gate, so that no child inherits a locked mutex of the list.
    lk_fork_enter()
    defer { lk_fork_leave() }
    vaults.withLock { vaults in
      vaults.removeAll { $0.vault == nil }
      vaults.append(Entry(vault: vault))
    }
  }

  /// Runs a long step in the middle of a call, such as a question to a person. The call must hold no resource of the
  /// store during this step, so that a fork need not wait for the step.
  package static func outside<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let depth = lk_fork_step_out()
    defer { lk_fork_step_in(depth) }
    return try body()
  }

  /// Runs an observer's callback after a call. The callback may call the keychain, and may hold locks that a child must
  /// not inherit. The callback is not run in a child that was forked during a callback.
  static func notify(_ body: () -> Void) {
    // The callback runs outside the gate of calls. Inside the gate, a fork would wait for the callback, and new calls
    // of other threads would wait for the fork.
    let depth = lk_fork_step_out()
    defer { lk_fork_step_in(depth) }
    guard lk_fork_begin_telling() != 0 else { return }
    defer { lk_fork_end_telling() }
    body()
  }

  private static let vaults = ForkSafeMutex<[Entry]>([])

  private struct Entry: Sendable {
    weak let vault: Vault?
  }

  private static func closeConnections() {
    vaults.withLock { vaults in for entry in vaults { entry.vault?.closeConnections() } }
  }
}
