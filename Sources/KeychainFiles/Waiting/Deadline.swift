import CPlatform

/// The moment at which a call gives up waiting for others.
///
/// A call may wait in several places: in the queue of its process, for the lock of the store, for
/// the writer of another process. All of them end at the same moment, so that the waiting does not
/// add up. Setting the system's clock has no effect on it.
package struct Deadline: Sendable {
  /// What `lk_monotonic_now` says at that moment.
  package let nanoseconds: Int64

  private init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The moment that is so far away from now; the last one there is for a duration that is too long.
  package static func after(_ duration: Duration) -> Deadline {
    let (seconds, attoseconds) = duration.components
    let (nanoseconds, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !isTooLong else { return Deadline(nanoseconds: seconds < 0 ? .min : .max) }
    let (sum, isPast) = nanoseconds.addingReportingOverflow(attoseconds / 1_000_000_000)
    let (end, isLast) = sum.addingReportingOverflow(lk_monotonic_now())
    return Deadline(nanoseconds: isPast || isLast ? (seconds < 0 ? .min : .max) : end)
  }

  /// What is left of the time; nothing when the moment has passed.
  package var remaining: Duration {
    let (rest, isTooLong) = nanoseconds.subtractingReportingOverflow(lk_monotonic_now())
    return .nanoseconds(isTooLong ? (nanoseconds < 0 ? 0 : .max) : max(0, rest))
  }
}

extension Duration {
  /// The milliseconds of a duration, without their fractions; the greatest or least number for one that is too long.
  package var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (milliseconds, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, isPast) = milliseconds.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return isTooLong || isPast ? (seconds < 0 ? .min : .max) : sum
  }
}
