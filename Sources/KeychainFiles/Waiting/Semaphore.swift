import CPlatform
import Glibc

/// A counting semaphore (sem_overview(7)) that begins with 0.
///
/// `@unchecked Sendable` is safe, because several threads may use a semaphore at the same time. The semaphore is freed
/// when nothing refers to this object any more.
package final class Semaphore: @unchecked Sendable {
  private let semaphore: UnsafeMutablePointer<sem_t>

  package init() {
    semaphore = .allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Wakes one waiting thread, or lets the next waiting thread continue at once.
  package func signal() { sem_post(semaphore) }

  /// Waits for a signal.
  ///
  /// - Returns: Whether a signal came before the deadline.
  package func wait(until deadline: Deadline) -> Bool {
    lk_semaphore_wait_until(semaphore, deadline.nanoseconds) == 0
  }
}
