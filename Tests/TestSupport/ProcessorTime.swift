import Glibc

/// The processor time that this thread spends on `body`.
///
/// Other processes and the tests that run beside it do not lengthen it, as they do the time of a clock.
/// It says nothing about work that `body` leaves to other threads or waits for.
package func processorTime(of body: () throws -> Void) rethrows -> Duration {
  let begin = threadTime()
  try body()
  return threadTime() - begin
}

private func threadTime() -> Duration {
  var time = timespec()
  // It fails only for clocks that the kernel does not have.
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
