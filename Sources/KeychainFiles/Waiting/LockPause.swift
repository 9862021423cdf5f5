import Glibc

/// What is waited before a lock that another process holds is asked for again: longer each time.
struct LockPause {
  private var nanoseconds = 1_000_000
  private let longest: Int

  /// - Parameter longest: In nanoseconds.
  init(longest: Int) { self.longest = longest }

  mutating func wait() {
    var time = timespec(tv_sec: 0, tv_nsec: nanoseconds)
    _ = nanosleep(&time, nil)
    nanoseconds = min(nanoseconds * 2, longest)
  }
}
