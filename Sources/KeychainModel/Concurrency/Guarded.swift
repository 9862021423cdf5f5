package import Glibc

/// A value that one thread at a time may touch.
///
/// In place of Swift's `Mutex`, which is of no use in a forked child: it writes the number of its
/// thread, remembered from before the fork in some modules and not in others, so that the child
/// unlocks as another than it locked, and dies ("Call to unlock Mutex on a thread which hasn't
/// acquired the lock").
///
/// `@unchecked Sendable`: the value is touched only while the lock is held.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  // Unchecked: the mutex keeps accesses apart.
  @exclusivity(unchecked)
  @usableFromInline var value: Value

  package init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` with the value, alone. Not to be called by `body`.
  @inlinable package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
