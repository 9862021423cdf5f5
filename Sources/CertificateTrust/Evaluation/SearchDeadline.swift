import Glibc

/// Until when other chains are looked for. Who sends certificates says how many there are, and how long it takes to
/// judge each: a judgement must not take longer because of that.
///
/// It is the time that this thread computes: waiting for the network, or for other programs, takes nothing away.
package struct SearchDeadline: Sendable {
  private let end: Double

  package init(seconds: Double) { end = Self.now + seconds }

  package var isOver: Bool { Self.now >= end }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
