package import Glibc

/// A value that a mutex protects: only one thread at a time uses the value.
///
/// This type replaces Swift's `Mutex`, which does not work in a forked child. `Mutex` records the number of the locking
/// thread. After a fork, some modules of the child still use the number that they cached before the fork, and other
/// modules read the new number. If the child locks a `Mutex` with one number and unlocks the `Mutex` with the other
/// number, the process ends ("Call to unlock Mutex on a thread which hasn't acquired the lock").
///
/// The value must not itself be a function, because Swift wraps such a function in another function at each access. A
/// structure that contains the function is not changed by an access.
///
/// `@unchecked Sendable` is safe because the value is used only while the mutex is locked.
package final class ForkSafeMutex<Value: Sendable>: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  // The exclusivity of accesses need not be checked, because the mutex prevents concurrent accesses.
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

  /// Runs `body` with the value while the mutex is locked. `body` must not call this function.
  ///
  /// A key path in place of `body` takes several hundred instructions.
  @inlinable package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
