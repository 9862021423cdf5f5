package import KeychainFiles
import KeychainLog
package import KeychainModel

/// A queue of the writers of a process. The writers write one at a time, in the order of their arrival.
///
/// Without the queue, SQLite would choose the next writer by chance, and writers would sleep between attempts.
package final class WriterQueue: Sendable {
  private struct State: Sendable {
    var isBusy = false
    var waiters: [Semaphore] = []
  }

  private let state = ForkSafeMutex(State())

  package init() {}

  /// Waits for the caller's turn. `leave` ends the turn.
  ///
  /// - Throws: `.notAvailable` when the turn does not come before the deadline.
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
    // The turn of the caller can come between the time-out and the next line. In this case, the caller is no longer in
    // `waiters`, and `enter` succeeds.
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
