import KeychainModel

/// The cancellation of work, which also ends a wait of the thread of the work.
package final class Cancellation: Sendable {
  private struct State: Sendable {
    var isCancelled = false
    /// The semaphore that the thread of the work waits for; nil while the thread does not wait.
    var waiter: Semaphore?
  }

  private let state = ForkSafeMutex(State())

  package init() {}

  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Cancels the work, and wakes its thread.
  package func cancel() {
    let waiter = state.withLock { state in
      state.isCancelled = true
      return state.waiter
    }
    waiter?.signal()
  }

  /// Waits for a semaphore.
  ///
  /// - Returns: False when the deadline passed or the work was cancelled.
  package func wait(for semaphore: Semaphore, until deadline: Deadline) -> Bool {
    let isCancelled = state.withLock { state in
      state.waiter = semaphore
      return state.isCancelled
    }
    defer { state.withLock { $0.waiter = nil } }
    return !isCancelled && semaphore.wait(until: deadline) && !self.isCancelled
  }
}
