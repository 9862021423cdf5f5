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

  /// The moment that is so far away from now.
  package static func after(_ duration: Duration) -> Deadline {
    let (seconds, attoseconds) = duration.components
    return Deadline(
      nanoseconds: lk_monotonic_now() + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  /// What is left of the time; nothing when the moment has passed.
  package var remaining: Duration { .nanoseconds(max(0, nanoseconds - lk_monotonic_now())) }
}

extension Duration {
  /// The milliseconds of a duration, without their fractions; the greatest number for one of more.
  package var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (milliseconds, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
    return isTooLong ? .max : milliseconds + attoseconds / 1_000_000_000_000_000
  }
}
