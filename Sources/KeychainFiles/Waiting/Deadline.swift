import CPlatform
import Glibc

/// The time at which a call stops waiting for other threads and processes.
///
/// A call may wait in several places: in the queue of its process, for the lock of the store, for a writer of another
/// process. All these waits have the same deadline, so that the waiting times do not add up. A change of the system
/// clock has no effect on a deadline.
package struct Deadline: Sendable {
  /// The deadline on the clock of `lk_monotonic_now`.
  package let nanoseconds: Int64

  /// Whether a call also stops reading rows at `runEnd`. Otherwise the deadline limits only the time that the call waits.
  package private(set) var limitsRun = false

  private init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The same deadline for the call of a client that must not occupy a thread. The call may run until the deadline, and
  /// for a second at least.
  package var limitingRun: Deadline {
    var deadline = self
    deadline.limitsRun = true
    return deadline
  }

  /// The time at which the call stops reading rows, if the deadline limits the run.
  package var runEnd: Deadline {
    let second = Deadline.after(.seconds(1))
    return nanoseconds < second.nanoseconds ? second : self
  }

  /// The deadline after a duration from now. For a duration that is too long, the latest possible
  /// deadline.
  package static func after(_ duration: Duration) -> Deadline {
    let (seconds, attoseconds) = duration.components
    let (nanoseconds, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !isTooLong else { return Deadline(nanoseconds: seconds < 0 ? .min : .max) }
    let (sum, isPast) = nanoseconds.addingReportingOverflow(attoseconds / 1_000_000_000)
    let (end, isLast) = sum.addingReportingOverflow(lk_monotonic_now())
    return Deadline(nanoseconds: isPast || isLast ? (seconds < 0 ? .min : .max) : end)
  }

  /// The earlier of two deadlines.
  package func earlier(of other: Deadline?) -> Deadline {
    guard let other, other.nanoseconds < nanoseconds else { return self }
    return other
  }

  /// The remaining time; zero after the deadline.
  package var remaining: Duration {
    let (rest, isTooLong) = nanoseconds.subtractingReportingOverflow(lk_monotonic_now())
    return .nanoseconds(isTooLong ? (nanoseconds < 0 ? 0 : .max) : max(0, rest))
  }
}

extension Duration {
  /// The whole milliseconds of a duration. If the duration is too long, the result is the greatest or the smallest
  /// number.
  package var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (milliseconds, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, isPast) = milliseconds.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return isTooLong || isPast ? (seconds < 0 ? .min : .max) : sum
  }
}

/// The pauses between attempts to take a lock that another process holds. Each pause is longer than the previous pause,
/// up to a limit.
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
