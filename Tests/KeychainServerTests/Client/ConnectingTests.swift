import CPlatform
import CTestSupport
import Glibc
import TestSupport
import Testing

/// Tests of connecting to a service that does not answer.
@Suite struct ConnectingTests {
  /// Signals must not prolong the wait for a service whose queue is full.
  @Test func signalsDoNotProlongTheWait() throws {
    let folder = try TemporaryDirectory()
    let path = folder("socket")
    let listener = lk_socket_listen(path, 0, 0o600)
    #expect(listener >= 0)
    let waiting = lk_socket_connect(path, 1000)
    defer { for descriptor in [listener, waiting] { close(descriptor) } }
    let child = lk_test_fork(60)
    if child == 0 {
      guard lk_test_storm_of_signals() == 0 else { _exit(2) }
      let begin = lk_monotonic_now()
      let descriptor = lk_socket_connect(path, 300)
      let isTimedOut = descriptor < 0 && errno == EAGAIN
      let milliseconds = (lk_monotonic_now() - begin) / 1_000_000
      _exit(isTimedOut && milliseconds >= 250 && milliseconds < 5000 && lk_test_signal_count() > 10 ? 0 : 1)
    }
    // The storm of signals also disarms the timer that ends the child.
    let killer = BackgroundWork {
      for _ in 0..<100 {
        usleep(100_000)
        guard kill(child, 0) == 0 else { return }
      }
      kill(child, SIGKILL)
    }
    #expect(lk_test_wait(child) == 0)
    try killer.end()
  }
}
