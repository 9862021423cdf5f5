import CPlatform
import Glibc

/// A counting semaphore (sem_overview(7)), which begins with 0.
///
/// `@unchecked Sendable`: the semaphore is made for use by several threads, and is freed with its last owner.
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

  /// Lets one waiting thread, or the next that waits, go on.
  package func signal() { sem_post(semaphore) }

  /// Waits for a signal.
  ///
  /// - Returns: Whether it came in time.
  package func wait(until deadline: Deadline) -> Bool {
    lk_semaphore_wait_until(semaphore, deadline.nanoseconds) == 0
  }
}
