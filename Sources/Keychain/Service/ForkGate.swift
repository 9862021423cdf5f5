import CPlatform
import KeychainModel
import Vault

/// Keeps fork away from calls in flight, and closes all connections before a fork.
///
/// SQLite's bookkeeping of file locks is per process: a child that opens the database while it has
/// inherited connections would take the parent's locks for its own, and could lose what it writes.
///
/// Whole calls pass it, with all that is done before and after the store is used: Swift's runtime
/// has locks too (for types that are used for the first time), and a child that inherits one of
/// them held would wait for ever. Code outside of calls is its owner's responsibility.
package enum ForkGate {
  /// Begins a call, of whatever kind, which `leave` ends.
  package static func enter() { lk_fork_enter() }

  /// Ends a call.
  package static func leave() { lk_fork_leave() }

  /// Runs a call, of whatever kind.
  package static func enter<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lk_fork_enter()
    defer { lk_fork_leave() }
    return try body()
  }

  /// Runs a call that uses the store.
  ///
  /// - Throws: `.notAvailable` in a child that was forked in the middle of a call.
  static func pass<Result>(
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

  /// Has the connections of a vault closed before every fork, as long as the vault lives.
  static func add(_ vault: Vault) {
    lk_fork_close_with { ForkGate.closeConnections() }
    // Inside the gate, so that no child inherits the list while it is locked.
    lk_fork_enter()
    defer { lk_fork_leave() }
    vaults.withLock { vaults in
      vaults.removeAll { $0.vault == nil }
      vaults.append(Entry(vault: vault))
    }
  }

  /// Runs what may take long, such as asking a person, in the middle of a call that holds nothing of
  /// the store meanwhile: a fork need not wait for it.
  package static func outside<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let depth = lk_fork_step_out()
    defer { lk_fork_step_in(depth) }
    return try body()
  }

  /// Runs code of others that follows a call, and may itself call: it may hold locks that a child
  /// must not inherit. In a child that inherited them all the same it is not run.
  static func tell(_ body: () -> Void) {
    // Not inside the gate of calls: a fork that waits for the call would keep it from telling.
    let depth = lk_fork_step_out()
    defer { lk_fork_step_in(depth) }
    guard lk_fork_begin_telling() != 0 else { return }
    defer { lk_fork_end_telling() }
    body()
  }

  private static let vaults = Guarded<[Entry]>([])

  private struct Entry: Sendable {
    weak let vault: Vault?
  }

  private static func closeConnections() {
    vaults.withLock { vaults in for entry in vaults { entry.vault?.closeConnections() } }
  }
}
