package import KeychainFiles
import KeychainLog
package import KeychainModel

/// Lets the writers of a process in one at a time, first come first served.
///
/// SQLite would let them in by chance, and make them sleep in between.
package final class WriterQueue: Sendable {
  private struct State: Sendable {
    var isBusy = false
    var waiters: [Semaphore] = []
  }

  private let state = Guarded(State())

  package init() {}

  /// Runs `body` when it is this caller's turn.
  package func withTurn<Result>(
    until deadline: Deadline, _ body: () throws(KeychainError) -> Result
  ) throws(KeychainError) -> Result {
    try enter(until: deadline)
    defer { leave() }
    return try body()
  }

  /// Waits for this caller's turn, which `leave` ends.
  ///
  /// - Throws: `.notAvailable` when the turn does not come in time.
  package func enter(until deadline: Deadline) throws(KeychainError) {
    let waiter: Semaphore? = state.withLock { state in
      guard state.isBusy else {
        state.isBusy = true
        return nil
      }
      let waiter = Semaphore()
      state.waiters.append(waiter)
      return waiter
    }
    guard let waiter else { return }
    try Log.waiting(for: "writers of this process") { () throws(KeychainError) in
      try wait(waiter, until: deadline)
    }
  }

  private func wait(_ waiter: Semaphore, until deadline: Deadline) throws(KeychainError) {
    if waiter.wait(until: deadline) { return }
    // The turn may have come between the time-out and this lock: then it is taken.
    let isStillWaiting = state.withLock { state in
      guard let position = state.waiters.firstIndex(where: { $0 === waiter }) else { return false }
      state.waiters.remove(at: position)
      return true
    }
    if isStillWaiting {
      throw KeychainError(
        .notAvailable, "other writers of this process kept the store busy", because: .timedOut)
    }
  }

  package func leave() {
    let next: Semaphore? = state.withLock { state in
      guard state.waiters.isEmpty else { return state.waiters.removeFirst() }
      state.isBusy = false
      return nil
    }
    next?.signal()
  }
}
