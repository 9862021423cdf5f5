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
  /// - Parameter cancellation: Ends the wait when the work of the caller is cancelled.
  /// - Throws: `.notAvailable` when the turn does not come before the deadline; `.userCancelled` with the cause
  ///   `cancelled`.
  package func enter(until deadline: Deadline, _ cancellation: Cancellation? = nil) throws(KeychainError) {
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
      try wait(waiter, until: deadline, cancellation)
    }
  }

  private func wait(
    _ waiter: Semaphore, until deadline: Deadline, _ cancellation: Cancellation?
  ) throws(KeychainError) {
    if cancellation?.wait(for: waiter, until: deadline) ?? waiter.wait(until: deadline) { return }
    // If the turn came between the end of the wait and this lock, the turn is used.
    let isStillWaiting = state.withLock { state in
      guard let position = state.waiters.firstIndex(where: { $0 === waiter }) else { return false }
      state.waiters.remove(at: position)
      return true
    }
    guard isStillWaiting else { return }
    if cancellation?.isCancelled == true {
      throw KeychainError(.userCancelled, "the work was ended while it waited for other writers", cause: .cancelled)
    } else {
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
