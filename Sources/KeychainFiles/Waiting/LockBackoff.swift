import Glibc

/// The pauses between attempts to take a lock that another process holds. Each is longer than the
/// one before, up to a limit.
struct LockBackoff {
  private var nanoseconds = 1_000_000
  private let longest: Int

  /// - Parameter longest: The limit in nanoseconds.
  init(longest: Int) { self.longest = longest }

  mutating func wait() {
    var time = timespec(tv_sec: 0, tv_nsec: nanoseconds)
    _ = nanosleep(&time, nil)
    nanoseconds = min(nanoseconds * 2, longest)
  }
}
