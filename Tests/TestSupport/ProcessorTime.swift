import Glibc

/// The processor time that this thread spends in `body`.
///
/// Unlike the time of a clock, it does not include the time of other processes and of concurrent tests.
/// It does not include work that `body` delegates to other threads or waits for.
package func processorTime(of body: () throws -> Void) rethrows -> Duration {
  let begin = threadTime()
  try body()
  return threadTime() - begin
}

private func threadTime() -> Duration {
  var time = timespec()
  // This call fails only for clocks that the kernel does not support.
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
