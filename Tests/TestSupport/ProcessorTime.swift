import Glibc

/// Returns the processor time that this thread spends in `body`.
///
/// The result does not include the time of other processes and threads. So work that `body` delegates to other threads
/// is not included.
package func processorTime(of body: () throws -> Void) rethrows -> Duration {
  let begin = threadTime()
  try body()
  return threadTime() - begin
}

private func threadTime() -> Duration {
  var time = timespec()
  // The call always succeeds, because the kernel supports this clock. clock_gettime(2) fails only for an unsupported
  // clock.
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
